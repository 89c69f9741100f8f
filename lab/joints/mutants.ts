import { defineMutants, mutantsOf } from '../../e2e/kit/mutants/mutant.ts'

const PARTS = mutantsOf({
  'server/src/http/storefront/identity/save-who.ts': {
    saveWho: [
      [
        'a gift is saved for the buyer',
        'const { recipient: gift } = wanted',
        'const gift = wanted.recipient && (null as string | null)',
      ],
    ],
  },
  'scripts/build-program.ts': {
    SOURCES: [['the package of the agent lacks a module', "'sdk/src/**/*.*', ...LIMITS_SOURCES", "'sdk/src/**/*.*'"]],
  },
  'dashboard/src/setup/create-store.tsx': {
    CreateStore: [['a live store gets no address', 'await withProof(() => findAddress(store, label))', 'void label']],
  },
  'server/src/storefront/orders/receipt-mail.ts': {
    receiptMail: [
      [
        'a receipt has the format of another currency',
        'locale: language, currency',
        "locale: language, currency: 'JPY'",
      ],
    ],
  },
  'server/src/storefront/orders/pay-order.ts': {
    findUnpaidBasket: [
      [
        'the page of an order is paid with the basket of another one',
        'return basket?.checkoutId === order.checkoutId ? basket : undefined',
        'return basket',
      ],
    ],
  },
  'server/src/stores/themes/own-theme.ts': {
    readOwnTheme: [
      [
        'the texts of a theme work in dev only',
        'where store_id = ${storeId} and version = ${number}',
        "where store_id = ${storeId} and version = ${number} and path not like 'locales/%'",
      ],
    ],
  },
  'dashboard/src/operate/servers/connect-guides.ts': {
    agentLines: [
      [
        'a line of the wizard names a package that does not exist',
        './quartermaster-agent setup',
        'npx quartermaster-agent setup',
      ],
    ],
  },
  'server/src/checkouts/reverse/refund.ts': {
    refundLines: [
      [
        'a partial refund sends no event',
        "await recordCheckoutEvent(tx, { storeId, checkoutId, type: 'checkout.refunded'",
        "if (refundedLines.length > 1) await recordCheckoutEvent(tx, { storeId, checkoutId, type: 'checkout.refunded'",
      ],
    ],
  },
  'dashboard/src/shell/screens.ts': {
    SCREENS: [
      ['a role sees a screen that it may not use', "permission: 'audit:read'", "permission: 'statistics:read'"],
    ],
  },
})

/** Faults between the parts of the product, as people met them. A step of the gate must notice each of them. */
export const JOINT_MUTANTS = defineMutants([
  ...PARTS,
  {
    name: 'a text is missing in one language',
    file: 'dashboard/locales/es/shell.json',
    at: '"nav.today"',
    replace: '',
  },
])
