import type { FastifyInstance } from 'fastify';
import * as endpoints from '#contract/operations/notifications.endpoints.ts';
import type { Database } from '#server/platform/database/db.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import type { Sealer } from '#server/platform/security/sealing.ts';
import { type DigestDeps, unsubscribe } from './actions.ts';
import * as actions from './news-actions.ts';

type NotificationRoutes = { database: Database; sealer: Sealer };

/** Registers the routes to opt out of regular mails: on a page, or by one click in a mail program (RFC 8058). */
export async function notificationRoutes(app: FastifyInstance, { database, sealer }: NotificationRoutes) {
  await app.register(async (inner) => {
    // Mail programs post "List-Unsubscribe=One-Click" as a form; the URL has all the data, so the body is ignored.
    const forms = ['application/x-www-form-urlencoded', 'multipart/form-data'];
    inner.addContentTypeParser(forms, { parseAs: 'string', bodyLimit: 4096 }, (_request, _body, done) =>
      done(null, {}),
    );
    const { visitors } = routesOf(inner, database);

    visitors.read(endpoints.openUnsubscribe, async (_ctx, { query, reply }) =>
      reply.header('referrer-policy', 'no-referrer').redirect(`/unsubscribe?token=${encodeURIComponent(query.token)}`),
    );

    visitors.write(endpoints.unsubscribe, async (ctx, { query }) => {
      const setting = await unsubscribe(ctx, sealer, query.token);
      return { message: `${setting} are off. You can switch them on again under Settings.` };
    });
  });
}

type NewsRoutes = { database: Database; deps: DigestDeps };

/** Registers the routes by which administrators write product news. */
export function newsRoutes(app: FastifyInstance, { database, deps }: NewsRoutes): void {
  const { read, write } = routesOf(app, database);

  read(endpoints.listNews, async (ctx, { query, reply }) => {
    const { items, total } = await actions.listNews(ctx, query);
    reply.header('x-total-count', total);
    return items;
  });

  read(endpoints.getNewsAudience, actions.getNewsAudience);

  write(endpoints.sendTestNews, async (ctx, { body }) => {
    const email = await actions.sendTestNews(ctx, deps, body);
    return { message: `A test is on its way to ${email}.` };
  });

  write(endpoints.sendNews, (ctx, { body }) => actions.sendNews(ctx, body));
}
