// Generated from contract/openapi/storefront-1.0.json by `npm run sdk:generate`. Do not edit.

import type { Call, CallShape } from '../call.ts'
import type * as types from './storefront-types.ts'

export type StorefrontCalls = {
  /** Get the store */
  getStore: Call<types.GetStoreData, types.GetStoreResponses>
  /** List the categories */
  listCategories: Call<types.ListCategoriesData, types.ListCategoriesResponses>
  /** Get a category with its products */
  getCategory: Call<types.GetCategoryData, types.GetCategoryResponses>
  /** List the products */
  listProducts: Call<types.ListProductsData, types.ListProductsResponses>
  /** Search the products */
  searchProducts: Call<types.SearchProductsData, types.SearchProductsResponses>
  /** Get a product */
  getProduct: Call<types.GetProductData, types.GetProductResponses>
  /** Get a page of the owner */
  getPage: Call<types.GetPageData, types.GetPageResponses>
  /** Create an empty basket */
  createBasket: Call<types.CreateBasketData, types.CreateBasketResponses>
  /** Get the basket */
  getBasket: Call<types.GetBasketData, types.GetBasketResponses>
  /** Add to the basket */
  addLine: Call<types.AddLineData, types.AddLineResponses>
  /** Set the quantity of a line; 0 removes it */
  setLine: Call<types.SetLineData, types.SetLineResponses>
  /** Set or remove the coupon, or the code of a creator */
  setCode: Call<types.SetCodeData, types.SetCodeResponses>
  /** Remove the gift card */
  removeGiftCard: Call<types.RemoveGiftCardData, types.RemoveGiftCardResponses>
  /** Name the player who buys, and who gets it as a gift */
  setPlayer: Call<types.SetPlayerData, types.SetPlayerResponses>
  /** Prove who buys by a code from the game */
  useCode: Call<types.UseCodeData, types.UseCodeResponses>
  /** Get a proof-of-work challenge */
  getChallenge: Call<types.GetChallengeData, types.GetChallengeResponses>
  /** Open a checkout and its payment page */
  checkOut: Call<types.CheckOutData, types.CheckOutResponses>
  /** Get the order */
  getOrder: Call<types.GetOrderData, types.GetOrderResponses>
  /** Withdraw from the contract */
  withdrawOrder: Call<types.WithdrawOrderData, types.WithdrawOrderResponses>
  /** Cancel the subscription of the order */
  cancelOrderSubscription: Call<types.CancelOrderSubscriptionData, types.CancelOrderSubscriptionResponses>
}

export const STOREFRONT_CALLS: Record<keyof StorefrontCalls, CallShape> = {
  getStore: { method: 'GET', path: '/api/storefront/1.0/store', query: ['lang'] },
  listCategories: { method: 'GET', path: '/api/storefront/1.0/categories', query: ['lang'] },
  getCategory: { method: 'GET', path: '/api/storefront/1.0/categories/{slug}', query: ['lang'] },
  listProducts: { method: 'GET', path: '/api/storefront/1.0/products', query: ['lang'] },
  searchProducts: { method: 'GET', path: '/api/storefront/1.0/search', query: ['lang', 'q'] },
  getProduct: { method: 'GET', path: '/api/storefront/1.0/products/{slug}', query: ['lang'] },
  getPage: { method: 'GET', path: '/api/storefront/1.0/pages/{slug}', query: ['lang'] },
  createBasket: { method: 'POST', path: '/api/storefront/1.0/baskets', query: ['lang'] },
  getBasket: { method: 'GET', path: '/api/storefront/1.0/basket', query: ['lang'] },
  addLine: { method: 'POST', path: '/api/storefront/1.0/basket/lines', query: ['lang'], hasBody: true },
  setLine: { method: 'PUT', path: '/api/storefront/1.0/basket/lines', query: ['lang'], hasBody: true },
  setCode: { method: 'PUT', path: '/api/storefront/1.0/basket/code', query: ['lang'], hasBody: true },
  removeGiftCard: { method: 'POST', path: '/api/storefront/1.0/basket/gift-card/remove', query: ['lang'] },
  setPlayer: { method: 'PUT', path: '/api/storefront/1.0/basket/player', query: ['lang'], hasBody: true },
  useCode: { method: 'POST', path: '/api/storefront/1.0/basket/player/code', query: ['lang'], hasBody: true },
  getChallenge: { method: 'GET', path: '/api/storefront/1.0/challenge', query: ['lang'] },
  checkOut: { method: 'POST', path: '/api/storefront/1.0/basket/checkout', query: ['lang'], hasBody: true },
  getOrder: { method: 'GET', path: '/api/storefront/1.0/order', query: ['lang'] },
  withdrawOrder: { method: 'POST', path: '/api/storefront/1.0/order/withdraw', query: ['lang'] },
  cancelOrderSubscription: { method: 'POST', path: '/api/storefront/1.0/order/cancel-subscription', query: ['lang'] },
}
