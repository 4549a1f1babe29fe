import type { FastifyInstance } from 'fastify';
import * as endpoints from '#contract/catalogue/products.endpoints.ts';
import type { Database } from '#server/platform/database/db.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import * as actions from './actions.ts';

/** Registers the routes to administer online products. */
export function productRoutes(
  app: FastifyInstance,
  { database, deps }: { database: Database; deps: actions.ProductDeps },
): void {
  const { read, write } = routesOf(app, database);

  read(endpoints.listOnlineProducts, async (ctx, { query, reply }) => {
    const { products, total } = await actions.listProducts(ctx, query);
    reply.header('x-total-count', total);
    return products;
  });

  write(endpoints.createOnlineProduct, (ctx, { body }) => actions.createProduct(ctx, body, deps));

  write(endpoints.saveOnlineProduct, (ctx, { params, body }) => actions.saveProduct(ctx, params.id, body, deps));

  write(endpoints.deleteOnlineProduct, async (ctx, { params }) => {
    await actions.deleteProduct(ctx, params.id, deps);
    return { message: 'Online product deleted' };
  });
}
