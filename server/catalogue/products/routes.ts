import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import * as endpoints from '#contract/catalogue/products.endpoints.ts';
import { AdminOnlineProduct, ProductForm, ProductQuery } from '#contract/catalogue/products.ts';
import { Message } from '#contract/message.ts';
import { IdParams } from '#contract/text.ts';
import type { Database } from '#server/platform/database/db.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import * as actions from './actions.ts';

/** Registers the routes to administer online products. */
export function productRoutes(
  app: FastifyInstance,
  { database, deps }: { database: Database; deps: actions.ProductDeps },
): void {
  const { read, write } = routesOf(app, database);

  const list = { query: ProductQuery, reply: z.array(AdminOnlineProduct) };
  read(endpoints.listOnlineProducts, list, async (ctx, { query, reply }) => {
    const { products, total } = await actions.listProducts(ctx, query);
    reply.header('x-total-count', total);
    return products;
  });

  write(endpoints.createOnlineProduct, { body: ProductForm, reply: AdminOnlineProduct }, (ctx, { body }) =>
    actions.createProduct(ctx, body, deps),
  );

  const save = { params: IdParams, body: ProductForm, reply: AdminOnlineProduct };
  write(endpoints.saveOnlineProduct, save, (ctx, { params, body }) => actions.saveProduct(ctx, params.id, body, deps));

  write(endpoints.deleteOnlineProduct, { params: IdParams, reply: Message }, async (ctx, { params }) => {
    await actions.deleteProduct(ctx, params.id, deps);
    return { message: 'Online product deleted' };
  });
}
