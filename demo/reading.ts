import type { ResourceSummary } from '#contract/catalogue/catalogue.ts';
import type { DemoResource } from './catalogue/resource.ts';
import { demoResources } from './catalogue/resources.ts';
import { checked, type Portal, read, send } from './portal-calls.ts';

/**
 * Resources that the demo's member used, in this order: a report read to its end, a tool launched, a book half read.
 */
const finishedKey = 'state-of-responsible-adoption-2026';
const launchedKey = 'ai-use-case-canvas';
const halfReadKey = 'the-careful-adopter';

/** Makes the demo's member read and work, so that Continue has resources. */
export async function makeDemoReading(portal: Portal, cookie: string): Promise<void> {
  const resources = await read<ResourceSummary[]>(`${portal.portalUrl}/api/resources`, cookie);
  const idOf = (key: string) => resourceOf(resources, key).id;

  await readTo(portal, cookie, { resourceId: idOf(finishedKey), share: 1 });
  const { id: resourceId, onlineProductId } = resourceOf(resources, launchedKey);
  await send(`${portal.portalUrl}/api/tools/generate-token`, { body: { resourceId, onlineProductId }, cookie });
  await readTo(portal, cookie, { resourceId: idOf(halfReadKey), share: 0.5 });
}

function resourceOf(resources: readonly ResourceSummary[], key: DemoResource['key']): ResourceSummary {
  const title = demoResources.find((resource) => resource.key === key)?.title;
  const found = resources.find((resource) => resource.title === title);
  if (!found) throw new Error(`The demo's history: nothing is called ${key}`);
  return found;
}

type Reading = { resourceId: number; share: number };

/** Reads a PDF file up to a share of its pages. */
async function readTo({ portalUrl }: Portal, cookie: string, { resourceId, share }: Reading): Promise<void> {
  const url = `${portalUrl}/api/resources/${resourceId}`;
  const file = checked(await fetch(`${url}/pages`, { headers: { cookie } }));
  const length = pagesIn(await file.text());
  const body = { unit: 'page', position: Math.max(1, Math.floor(length * share)), length };
  await send(`${url}/reading-position`, { body, cookie, method: 'PUT' });
}

/** Counts the pages of a PDF of the demo, whose generator writes each page as a separate uncompressed object. */
function pagesIn(file: string): number {
  return file.match(/\/Type \/Page\b/g)?.length ?? 1;
}
