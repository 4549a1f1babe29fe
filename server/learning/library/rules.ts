import { firstCharacters } from '#contract/characters.ts';
import { lineOf } from '#contract/lines.ts';
import type { AccessTerms } from '#server/catalogue/catalogue/rules.ts';
import { decideAccess, type Entitlements } from '#server/commerce/access/rules.ts';

/** The requested bytes: all, from `start` to `end` (both included), or a range outside the file. */
export type ByteRange = { kind: 'whole' } | { kind: 'part'; start: number; end: number } | { kind: 'absent' };

/**
 * Parses a Range header (RFC 9110, section 14). Ignores several ranges, other units and invalid values, as the standard
 * allows.
 * @param bytes size of the file, at least 1
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
 * Returns the name under which a file is saved: its title, at most 120 characters without those that Windows does not
 * allow in file names, or "download", and the extension of the stored name. A name that Windows keeps for a device
 * begins with `_`.
 */
export function downloadNameOf({ title, storedName }: { title: string; storedName: string }): string {
  const extension = /\.[A-Za-z0-9]{1,8}$/.exec(storedName)?.[0].toLowerCase() ?? '';
  const cleaned = lineOf(lineOf(title).replace(/[<>:"/\\|?*]/g, ' ')).replace(/^[. ]+|[. ]+$/g, '');
  const isNamedAlready = extension !== '' && cleaned.toLowerCase().endsWith(extension);
  const stem = isNamedAlready ? cleaned.slice(0, -extension.length) : cleaned;
  const name = `${firstCharacters(stem, 120, 240) || 'download'}${extension}`;
  return deviceName.test(name) ? `_${name}` : name;
}

/** Names that Windows keeps for devices, with any extension (Microsoft, "Naming Files, Paths, and Namespaces"). */
const deviceName = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³]) *(\.|$)/i;

/**
 * Returns the Content-Disposition of a file to be saved: plain letters for old clients, then the name itself (RFC
 * 6266).
 */
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

/** A resource of the Purchased tab with the purchase, grant or seat that opens it; the other two ids are null. */
export type Holding = {
  resourceId: number;
  purchaseId: number | null;
  grantId: number | null;
  seatId: number | null;
};

/**
 * Returns the resources of the Purchased tab: bought ones, and those for sale that a grant or seat opens (MYRES-09). It
 * also has a seat's resource that is no longer listed, because no other tab has it.
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

/** Listed resources of one access type: all or none, apart from the exceptions. */
export type Selection = { accessType: 'subscription' | 'free'; opensAll: boolean; exceptions: number[] };

export const everythingFree: Selection = { accessType: 'free', opensAll: true, exceptions: [] };

/** An id that no resource has: access to it means access to every resource that is neither owned nor blocked. */
const anyId = 0;

/**
 * Returns the resources of the Subscribed tab (MYRES-09). The decision is the same for all subscription resources,
 * except for those that the member holds or that are blocked, which are decided individually.
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
