import { startFakeMercadopago } from '../../../test/providers/fake-mercadopago.ts'
import { providerSuite } from '../../../test/providers/provider-suite.ts'

providerSuite('mercadopago', startFakeMercadopago)
