import type { FastifyInstance } from 'fastify';
import { Message } from '#contract/accounts.ts';
import * as endpoints from '#contract/notifications.endpoints.ts';
import { LinkToken } from '#contract/sign-in.ts';
import type { Database } from '#server/platform/database/db.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import type { Sealer } from '#server/platform/security/sealing.ts';
import { unsubscribe } from './actions.ts';

type NotificationRoutes = { database: Database; sealer: Sealer };

/** The way out of regular mails: for people, and for the one click of their mail programs (RFC 8058). */
export async function notificationRoutes(app: FastifyInstance, { database, sealer }: NotificationRoutes) {
  await app.register(async (inner) => {
    // Mail programs post "List-Unsubscribe=One-Click" as a form; the address says all there is to know.
    const forms = ['application/x-www-form-urlencoded', 'multipart/form-data'];
    inner.addContentTypeParser(forms, { parseAs: 'string', bodyLimit: 4096 }, (_request, _body, done) =>
      done(null, {}),
    );
    const { visitors } = routesOf(inner, database);

    visitors.read(endpoints.openUnsubscribe, { query: LinkToken }, async (_ctx, { query, reply }) =>
      reply.header('referrer-policy', 'no-referrer').redirect(`/unsubscribe?token=${encodeURIComponent(query.token)}`),
    );

    visitors.write(endpoints.unsubscribe, { query: LinkToken, reply: Message }, async (ctx, { query }) => {
      const setting = await unsubscribe(ctx, sealer, query.token);
      return { message: `${setting} are off. You can switch them on again under Settings.` };
    });
  });
}
