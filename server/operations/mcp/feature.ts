import type { ResourceSummary } from '#contract/catalogue/catalogue.ts';
import type { Feature, RouteServices } from '#server/app/feature.ts';
import { type Known, readKnown } from '#server/catalogue/search/actions.ts';
import { keptTerms } from '#server/commerce/subscriptions/price-actions.ts';
import { findAssistantToken } from '#server/identity/assistants/actions.ts';
import { passkeyRule } from '#server/identity/sign-in/feature.ts';
import { findHelpful } from '#server/learning/assessment/actions.ts';
import type { LimitFactors } from '#server/platform/http/limits.ts';
import { jobContext } from '#server/platform/jobs/context.ts';
import type { NoParameters } from '#server/platform/jobs/jobs.ts';
import { forgetOldCalls } from './call-actions.ts';
import { callerFinder } from './caller-actions.ts';
import type { ReadingLimits } from './flows/read.ts';
import { checkTools, type ToolDeps } from './flows/tools.ts';
import { callRoutes, mcpRoutes } from './routes.ts';

declare module '#server/platform/jobs/jobs.ts' {
  interface JobPayloads {
    'delete-old-assistant-calls': NoParameters;
  }
}

/**
 * Returns the limits of reading, multiplied as GEN-17 says; a member's limit equals that of downloads. Networks have
 * none, because the members of one assistant share the network of its provider.
 */
function readingLimits({ limitFactor: factor }: Pick<LimitFactors, 'limitFactor'>): ReadingLimits {
  return {
    member: { name: 'mcp-reads-member', max: 300 * factor, windowSeconds: 3600 },
    parts: { name: 'mcp-parts', windowSeconds: 3600, factor },
  };
}

function toolDeps(services: RouteServices): ToolDeps {
  const { env, blobs, limiter, contents, laneOf, logger, catalogueVersion, settings } = services;
  const { publicUrl, currency } = env;
  const kept = catalogueVersion.cacheOf<Known>({ maxEntries: 1, maxBytes: 1024 * 1024, bytesOf: () => 0 });
  const help = findHelpful(
    catalogueVersion.cacheOf<ResourceSummary[]>({
      maxEntries: 200,
      maxBytes: 4 * 1024 * 1024,
      bytesOf: (resources) => resources.length * 1500,
    }),
  );
  return {
    ...{ publicUrl, currency, blobs, limiter, contents, laneOf, help },
    limits: readingLimits(env),
    readTerms: keptTerms(catalogueVersion, currency),
    known: (ctx) =>
      kept.get('all', async () => {
        const present = await settings();
        return catalogueVersion.read(ctx, (inner) => readKnown(inner, present));
      }),
    warn: (error) => logger.error({ err: error }, 'a tool of an assistant failed'),
  };
}

export const mcp: Feature = {
  routes: (app, services) => {
    checkTools();
    callRoutes(app, services);
    const { database, limiter, settings, env, version } = services;
    const { publicUrl } = env;
    const deps = { database, limiter, settings, publicUrl, version: version.version };
    const withRule = passkeyRule(services);
    const readAssistant = (call: { token: string; ip: string }) =>
      findAssistantToken(database.db, { ...call, publicUrl }, withRule);
    const findCaller = callerFinder({ ...services, readAssistant });
    return mcpRoutes(app, { ...deps, findCaller, tools: toolDeps(services) });
  },
  tasks: ({ database }) => ({
    'delete-old-assistant-calls': () => forgetOldCalls(jobContext(database, 'delete-old-assistant-calls')),
  }),
  crontab: `
43 4 * * * delete-old-assistant-calls ?jobKey=delete-old-assistant-calls&max=3
`,
  lanes: { 'delete-old-assistant-calls': 'bulk' },
};
