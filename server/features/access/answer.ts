import type { Standing } from '#server/features/catalogue/rules.ts';
import { type AccessFacts, decideAccess, isSubscribed } from './rules.ts';

/**
 * The answer about many resources for members who hold nothing, as JSON, and where in it each resource stands. What a
 * member holds, and what is blocked, changes the few decisions about those resources and no other, so an answer is this with a few pieces
 * exchanged. Ten thousand decisions made, checked and written anew for each call would take ten times as long.
 */
export type Template = { bytes: Buffer; places: ReadonlyMap<number, Place> };

type Place = { resource: Standing; start: number; end: number };

/** The key under which members share a template: everything that counts for all resources alike. */
export function templateKeyOf(facts: AccessFacts): string {
  return `${facts.role} ${isSubscribed(facts) ? 'subscribed' : 'unsubscribed'}`;
}

/** Writes the decisions for somebody who holds nothing; comma and bracket before each belong to its piece. */
export function makeTemplate(facts: AccessFacts, resources: readonly Standing[]): Template {
  const nobody = { ...facts, held: new Map(), blocked: new Set<number>() };
  const places = new Map<number, Place>();
  const pieces: Buffer[] = [];
  let start = 0;
  for (const resource of resources) {
    const piece = Buffer.from(pieceOf(nobody, resource, start === 0));
    places.set(resource.id, { resource, start, end: start + piece.length });
    pieces.push(piece);
    start += piece.length;
  }
  return { bytes: Buffer.concat(pieces), places };
}

/**
 * The answer for a member in pieces: the template with what the member holds, then the resources that only the member
 * sees. Put together they would be copied for each call, half a megabyte of them.
 */
export function fillTemplate({ bytes, places }: Template, facts: AccessFacts, own: readonly Standing[]): Buffer[] {
  const others = [...new Set([...facts.held.keys(), ...facts.blocked])]
    .flatMap((id) => places.get(id) ?? [])
    .sort((one, other) => one.start - other.start);
  const pieces: Buffer[] = [];
  let from = 0;
  for (const { resource, start, end } of others) {
    pieces.push(bytes.subarray(from, start), Buffer.from(pieceOf(facts, resource, start === 0)));
    from = end;
  }
  pieces.push(bytes.subarray(from));
  own.forEach((resource, index) => {
    pieces.push(Buffer.from(pieceOf(facts, resource, bytes.length === 0 && index === 0)));
  });
  const isEmpty = bytes.length === 0 && own.length === 0;
  return [...pieces, Buffer.from(isEmpty ? '[]' : ']')];
}

function pieceOf(facts: AccessFacts, resource: Standing, isFirst: boolean): string {
  const { hasAccess, reason } = decideAccess(facts, resource);
  return `${isFirst ? '[' : ','}${JSON.stringify({ resourceId: resource.id, hasAccess, reason })}`;
}
