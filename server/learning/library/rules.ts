import { firstCharacters } from '#contract/characters.ts';
import { lineOf } from '#contract/lines.ts';
import type { AccessTerms } from '#server/catalogue/catalogue/rules.ts';
import { decideAccess, type Entitlements } from '#server/commerce/access/rules.ts';

/** The bytes that a request asks for: everything, from `start` to `end` (both included), or what is not there. */
export type ByteRange = { kind: 'whole' } | { kind: 'part'; start: number; end: number } | { kind: 'absent' };

/**
 * Reads a Range header (RFC 9110, section 14). Several ranges at once, other units and nonsense are ignored, as the
 * standard allows.
 * @param bytes how many there are, at least one
 */
export function rangeOf(header: string | undefined, bytes: number): ByteRange {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  const [, first = '', last = ''] = match ?? [];
  if (first === '' && last === '') return { kind: 'whole' };
  if (first === '') {
    const length = Math.min(Number(last), bytes);
    return length === 0 ? { kind: 'absent' } : { kind: 'part', start: bytes - length, end: bytes - 1 };
  }
  const start = Number(first);
  const end = last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1);
  if (last !== '' && Number(last) < start) return { kind: 'whole' };
  return start >= bytes ? { kind: 'absent' } : { kind: 'part', start, end };
}

/**
 * The name under which a file is saved: its title and the extension of the stored name.
 * @returns without anything that a file system could take for a path or a device
 */
export function downloadNameOf({ title, storedName }: { title: string; storedName: string }): string {
  const extension = /\.[A-Za-z0-9]{1,8}$/.exec(storedName)?.[0].toLowerCase() ?? '';
  const cleaned = lineOf(lineOf(title).replace(/[<>:"/\\|?*]/g, ' ')).replace(/^[. ]+|[. ]+$/g, '');
  const isNamedAlready = extension !== '' && cleaned.toLowerCase().endsWith(extension);
  const stem = isNamedAlready ? cleaned.slice(0, -extension.length) : cleaned;
  return `${firstCharacters(stem, 120, 240) || 'download'}${extension}`;
}

/** The Content-Disposition of a file to be saved: plain letters for old readers, then the name itself (RFC 6266). */
export function attachmentOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/** What a member holds for good: by a purchase, or a resource for sale by a grant or seat. */
export type Holding = {
  resourceId: number;
  purchaseId: number | null;
  grantId: number | null;
  seatId: number | null;
};

/**
 * The resources of the Purchased tab: what was bought, and what is for sale and opened by a grant or seat (MYRES-09). A
 * seat's resource that is no longer listed is there too: no other tab has it.
 */
export function purchasedOf(entitlements: Entitlements, resources: readonly AccessTerms[]): Holding[] {
  return resources.flatMap((resource): Holding[] => {
    const { because } = decideAccess(entitlements, resource);
    const held = { resourceId: resource.id, purchaseId: null, grantId: null, seatId: null };
    const purchase = because.find((given) => given.kind === 'purchase');
    if (purchase) return [{ ...held, purchaseId: purchase.purchaseId }];
    if (resource.accessType !== 'purchase' && resource.state === 'listed') return [];
    const grant = because.find((given) => given.kind === 'grant');
    if (grant) return [{ ...held, grantId: grant.grantId }];
    const seat = because.find((given) => given.kind === 'seat');
    return seat ? [{ ...held, seatId: seat.seatId }] : [];
  });
}

/** Listed resources of one access type: all of them, or none, but for the exceptions. */
export type Selection = { accessType: 'subscription' | 'free'; opensAll: boolean; exceptions: number[] };

export const everythingFree: Selection = { accessType: 'free', opensAll: true, exceptions: [] };

/** No resource has this id: access to it means access to every resource that is neither owned nor blocked. */
const anyId = 0;

/**
 * The resources of the Subscribed tab (MYRES-09): the decision is the same for all subscription resources but those
 * that the member holds or that are blocked, which are decided one by one.
 */
export function subscribedOf(entitlements: Entitlements): Selection {
  const isOpen = (id: number) =>
    decideAccess(entitlements, { id, accessType: 'subscription', state: 'listed' }).hasAccess;
  const opensAll = isOpen(anyId);
  const exceptions = [...new Set([...entitlements.byResource.keys(), ...entitlements.blocked])].filter(
    (id) => isOpen(id) !== opensAll,
  );
  return { accessType: 'subscription', opensAll, exceptions };
}
