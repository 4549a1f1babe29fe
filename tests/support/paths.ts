import type { AdminResource } from '#contract/catalogue/publishing.ts';
import type { OwnPath, OwnPathStep } from '#contract/learning/paths.ts';
import type { Client } from './client.ts';

const flags = { isOptional: false, asksAnew: false, asksFinished: false };

/** Step of a path that is a resource; its id is `r` and the resource's id. */
export const resourceStep = (resourceId: number, changed: object = {}) => ({
  ...flags,
  id: `r${resourceId}`,
  kind: 'resource',
  resourceId,
  ...changed,
});
export const textStep = <Changed extends object = object>(id: string, changed?: Changed) => ({
  ...flags,
  id,
  kind: 'text',
  title: `Text ${id}`,
  text: `Words of ${id}.`,
  ...changed,
});

/** Content of a path with one section. */
export const pathOf = <Step extends object>(steps: Step[], order: 'in_order' | 'free' = 'in_order') => ({
  order,
  sections: [{ title: 'Understand it', summary: 'What it is.', steps }],
});

export const pathForm = {
  type: 'path',
  accessType: 'free',
  title: 'Working beside an AI assistant',
  description: 'For people whose daily work changes.',
  isPublished: true,
};

/** Adds a published path with these steps. */
export async function addPath(administrator: Client, steps: object[], fields: object = {}): Promise<number> {
  const form = { ...pathForm, path: pathOf(steps), ...fields };
  const { status, body } = await administrator.post<AdminResource>('/api/admin/resources', form);
  if (status !== 201) throw new Error(`The path was not saved: ${JSON.stringify(body)}`);
  return body.id;
}

/** Opens a path, which begins it. */
export async function beginPath(member: Client, resourceId: number): Promise<void> {
  const sessionData = { startTime: new Date().toISOString() };
  const { status, body } = await member.post('/api/user/sessions', { resourceId, sessionData });
  if (status >= 300) throw new Error(`The path was not begun: ${JSON.stringify(body)}`);
}

export const finishResource = (member: Client, id: number) =>
  member.put(`/api/resources/${id}/finished`, { isFinished: true });
export const readText = (member: Client, id: number, stepId: string) =>
  member.put<OwnPath & { code: string }>(`/api/resources/${id}/path/steps/${stepId}/read`, {});
export const ownPath = async (member: Client, id: number) =>
  (await member.get<OwnPath & { code: string }>(`/api/resources/${id}/path`)).body;
export const stepsIn = ({ sections }: OwnPath): OwnPathStep[] => sections.flatMap(({ steps }) => steps);
