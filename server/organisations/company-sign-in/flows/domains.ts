import * as domains from '#server/organisations/organisations/domain-actions.ts';
import type { FlowContext } from '#server/platform/context.ts';
import { DnsOutage, type LookUpTxt } from '#server/platform/dns.ts';
import type { ItemFailures } from '#server/platform/jobs/item-failures.ts';
import type { Portal } from '#server/platform/mail/layout.ts';

/**
 * Reads the DNS record of every proven domain again (SSO-01). A domain whose name servers do not respond counts as one
 * without the record, unless none responds: then the fault is on this side.
 */
export async function checkDomains(
  ctx: FlowContext,
  { lookUpTxt, portal }: { lookUpTxt: LookUpTxt; portal: Portal },
  failures: ItemFailures,
): Promise<void> {
  const found: { row: domains.CheckedDomain; isThere: boolean }[] = [];
  let answered = 0;
  for (const row of await domains.listToCheck(ctx)) {
    const { name, value } = domains.recordOf(row);
    try {
      const texts = await lookUpTxt(name);
      answered += 1;
      found.push({ row, isThere: texts.some((text) => text.trim() === value) });
    } catch (error) {
      if (!(error instanceof DnsOutage)) throw error;
      found.push({ row, isThere: false });
    }
  }
  if (answered === 0) return;
  for (const { row, isThere } of found) {
    await failures.attempt(`domain ${row.id}`, () =>
      ctx.transaction((inner) => domains.recordChecked(inner, row, { isThere, portal })),
    );
  }
}
