import { lineOf } from '#contract/lines.ts';
import type { ShownAccess } from '#contract/operations/mcp.ts';
import { mcpTools, type ToolName, toolNames } from '#contract/operations/mcp-tools.ts';
import type { Scope } from '#contract/scopes.ts';

/** Maximum size of an answer in bytes (MCP-04). */
export const mostBytes = 50_000;

/** Part of `mostBytes` for texts of content; the rest is for titles, the notice and the envelope. */
export const roomForText = 40_000;

const bytesOf = (text: string) => new TextEncoder().encode(text).length;

/** Returns the bytes that a value takes in an answer, which has it twice: as JSON, and as JSON in a text. */
function costOf(value: unknown): number {
  const json = JSON.stringify(value);
  return bytesOf(json) + bytesOf(JSON.stringify(json));
}

/** Returns the longest beginning of a text that takes at most `room` bytes, without cutting through a code point. */
function beginningWithin(text: string, room: number): string {
  if (costOf(text) <= room) return text;
  let [fits, tooLong] = [0, Math.min(text.length, room)];
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2);
    if (costOf(text.slice(0, middle)) <= room) fits = middle;
    else tooLong = middle;
  }
  const cut = text.slice(0, fits);
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
}

/** Returns the beginning of a text in one line that takes at most `room` bytes, cut between two words where possible. */
export function lineWithin(text: string, room: number): string {
  const line = lineOf(text);
  if (costOf(line) <= room) return line;
  return `${beginningWithin(line, room - 10).replace(/\s+\S*$/, '')}…`;
}

/** Maximum bytes of each text of a list; a full page of the longest texts fits into an answer. */
export const rooms = { title: 1_000, summary: 900, description: 8_000, heading: 300, tag: 150 } as const;

/** A position in a resource: a page, 0 for a text without pages, and the character in it. */
export type Position = { page: number; offset: number };

type Passage = { page: number | null; text: string };

/** Returns as much of the parts as one answer holds, from a position on, and the position of the rest. */
export function passagesFrom(
  parts: readonly Passage[],
  { offset }: Position,
): { passages: Passage[]; rest: Position | null } {
  const passages: Passage[] = [];
  let room = roomForText;
  for (const [index, { page, text }] of parts.entries()) {
    const from = index === 0 ? offset : 0;
    const left = text.slice(from);
    const part = beginningWithin(left, room);
    if (part !== '' || left === '') passages.push({ page, text: part });
    if (part.length < left.length) return { passages, rest: { page: page ?? 0, offset: from + part.length } };
    room -= costOf({ page, text: part });
    const next = parts[index + 1];
    if (next && room <= 0) return { passages, rest: { page: next.page ?? 0, offset: 0 } };
  }
  return { passages, rest: null };
}

export const cursorOf = ({ page, offset }: Position) => `${page}.${offset}`;

/** Reads a cursor that the schema has checked. */
export function positionOf(cursor: string): Position {
  const [page = 0, offset = 0] = cursor.split('.').map(Number);
  return { page, offset };
}

/** Number of entries in a page of a list. */
export const pageSize = 10;

/** Returns the offset that a cursor names, and the cursor of the next page; null on the last page. */
export function pageOf(cursor: string | undefined, total: number) {
  const offset = Number(cursor ?? 0);
  return { offset, nextCursor: offset + pageSize < total ? String(offset + pageSize) : null };
}

/** Maximum pages in a response, a part of `mostPagesInAnHour`. */
export const mostPagesAtOnce = 10;

/**
 * Maximum pages of a document that a member's assistants read in an hour, before the limits' factor, so that none
 * copies a whole book (MCP-04): a quarter, rounded up to full responses, and at least two responses.
 */
export const mostPagesInAnHour = (pageCount: number) =>
  mostPagesAtOnce * Math.max(2, Math.ceil(pageCount / 4 / mostPagesAtOnce));

/**
 * Maximum thousands (1,024) of characters of a text without pages that a member's assistants read in an hour, before
 * the limits' factor: a quarter, and at least 100.
 */
export const mostTextInAnHour = (characters: number) => Math.max(100, Math.ceil(characters / 4 / 1024));

/** The tools of a caller that can have these scopes. */
export function toolsOf(possible: readonly Scope[]): ToolName[] {
  return toolNames.filter((name) => mcpTools[name].scopes.every((scope) => possible.includes(scope)));
}

/** Whether only administrators may use a tool. */
export const isForAdministrators = (name: ToolName) =>
  mcpTools[name].scopes.some((scope) => scope.startsWith('admin:'));

/** Explains why a resource is closed and what opens it. */
export function explainClosed(
  { code, reason, price, monthlyPrice, annualPrice, currency }: ShownAccess,
  url: string,
): string {
  const amounts = [
    price !== null && `${price.toFixed(2)} ${currency}`,
    monthlyPrice !== null && `${monthlyPrice.toFixed(2)} ${currency} a month`,
    annualPrice !== null && `${annualPrice.toFixed(2)} ${currency} a year`,
  ].filter((amount) => amount !== false);
  // A member who pays for a blocked resource could not open it either (ACCESS-06).
  if (code === 'access.blocked') return `${reason}. See ${url}`;
  return `${reason}. ${amounts.length > 0 ? `It costs ${amounts.join(' or ')}. ` : ''}See ${url}`;
}

/** Returns the resource that a tool's input names; the input may be anything. */
export function resourceIn(input: object): number | null {
  const { resourceId, id } = input as { resourceId?: unknown; id?: unknown };
  const named = resourceId ?? (typeof id === 'string' ? Number(id.split(':')[0]) : null);
  return typeof named === 'number' && Number.isInteger(named) && named >= 1 && named <= 2_147_483_647 ? named : null;
}

/**
 * Returns the tool that a message calls, and its resource; null for everything else, such as other messages, unknown
 * tools and arguments that are no object.
 */
export function toolCallIn(message: unknown): { tool: ToolName; resourceId: number | null } | null {
  const { method, params } = (message ?? {}) as { method?: unknown; params?: { name?: unknown; arguments?: unknown } };
  const { name, arguments: input = {} } = (method === 'tools/call' && params) || {};
  const tool = toolNames.find((known) => known === name);
  return tool === undefined || typeof input !== 'object' || input === null
    ? null
    : { tool, resourceId: resourceIn(input) };
}
