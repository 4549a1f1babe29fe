import type { PortalSettings } from '#contract/portal-admin.ts';
import { getOwnOrganisation } from '#server/features/organisations/actions.ts';
import type { MemberContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import type { PrintedBrand } from '#server/platform/files/pdf.ts';
import type { RoundReport } from './report/round-report.ts';
import type { OneRound } from './round-actions.ts';
import { getPlan, getResults, type RoundDeps } from './round-result-actions.ts';

type ReportDeps = RoundDeps & {
  printedBrand: () => Promise<PrintedBrand>;
  settings: () => Promise<Pick<PortalSettings, 'productName'>>;
};

/** Reads what the report of a closed round says (TEAM-06). @throws assessment.round-without-results */
export async function aboutRound(ctx: MemberContext, one: OneRound, deps: ReportDeps): Promise<RoundReport> {
  const results = await getResults(ctx, one, deps.contents);
  const { overall } = results;
  if (!overall) throw fail('assessment.round-without-results');
  const contentOf = await deps.contents.assessments([results.contentVersion]);
  return {
    results: { ...results, overall },
    plan: await getPlan(ctx, one, deps),
    content: contentOf(results.contentVersion),
    organisation: (await getOwnOrganisation(ctx))?.name ?? '',
    productName: (await deps.settings()).productName,
    brand: await deps.printedBrand(),
    words: (await deps.contents.current()).words,
    madeAt: ctx.now,
  };
}
