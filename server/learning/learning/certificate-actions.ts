import type {
  Certificate,
  CertificatesQuery,
  OrganisationCertificate,
  OrganisationCertificatesQuery,
  PublicCertificate,
} from '#contract/learning/learning-certificates.ts';
import { requireMembership } from '#server/organisations/organisations/actions.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import type { PrintedCertificate } from './certificate-pdf.ts';
import * as store from './certificate-store.ts';

/** Default page size. */
const longestList = 200;

const sliceOf = ({ page = 1, pageSize = longestList }: Pick<CertificatesQuery, 'page' | 'pageSize'>) => ({
  limit: pageSize,
  offset: (page - 1) * pageSize,
});

/** Lists the caller's certificates, newest first, with their total number (LEARN-04). */
export async function listCertificates(
  ctx: MemberContext,
  { resourceId, ...paging }: CertificatesQuery,
): Promise<{ certificates: Certificate[]; total: number }> {
  const sought = { userId: ctx.actor.userId, resourceId: resourceId ?? null };
  const rows = await store.listCertificates(ctx.db, sought, sliceOf(paging));
  return { certificates: rows.map(showOwn), total: await store.countCertificates(ctx.db, sought) };
}

/** Returns a certificate of the caller for printing. @throws learning.certificate-not-found */
export async function getPrintedCertificate(ctx: MemberContext, id: number): Promise<PrintedCertificate> {
  const row = await store.findCertificate(ctx.db, { id, userId: ctx.actor.userId });
  if (!row) throw fail('learning.certificate-not-found');
  return {
    holder: row.holder_name ?? '',
    resource: row.resource_title,
    isConfirmed: row.is_confirmed,
    check: row.check,
    version: row.content_version,
    completedAt: row.completed_at,
    validUntil: row.valid_until,
    organisation: row.organisation_name,
    code: row.code,
    issuedAt: row.issued_at,
  };
}

/** Shows or hides the caller's name on the public page. @throws learning.certificate-not-found */
export async function showName(ctx: MemberContext, id: number, showsName: boolean): Promise<Certificate> {
  const own = { id, userId: ctx.actor.userId };
  await store.updateShowsName(ctx.db, { ...own, showsName });
  const row = await store.findCertificate(ctx.db, own);
  if (!row) throw fail('learning.certificate-not-found');
  return showOwn(row);
}

/**
 * Lists the certificates of an organisation's assignments, for its owners and managers (ORG-10).
 * @throws organisations.not-found, organisations.not-allowed
 */
export async function listOrganisationCertificates(
  ctx: MemberContext,
  organisationId: number,
  { search, ...query }: OrganisationCertificatesQuery,
): Promise<{ certificates: OrganisationCertificate[]; total: number }> {
  await requireMembership(ctx, organisationId);
  const rows = await store.listOfOrganisation(ctx.db, { organisationId, search, ...sliceOf(query) });
  const certificates = rows.map((row) => ({ userId: row.user_id, name: row.holder_name ?? '', ...show(row) }));
  return { certificates, total: await store.countOfOrganisation(ctx.db, { organisationId, search }) };
}

/** Returns the public data of a certificate; null when no certificate has this code. */
export async function checkCertificate(
  ctx: Context,
  code: string,
  { catalogueIsPublic }: { catalogueIsPublic: boolean },
): Promise<PublicCertificate | null> {
  const row = await store.findByCode(ctx.db, code);
  return (
    row && {
      ...show(row),
      name: row.shows_name ? row.holder_name : null,
      resourceId: catalogueIsPublic && row.is_listed ? row.resource_id : null,
      hasBadge: row.has_badge,
      checkedAt: ctx.now.toISOString(),
    }
  );
}

const show = (row: store.CertificateRow) => ({
  code: row.code,
  state: row.state,
  resource: row.resource_title,
  version: row.content_version,
  completedAt: row.completed_at.toISOString(),
  validUntil: row.valid_until,
  check: row.check,
});

const showOwn = (row: store.CertificateRow): Certificate => ({
  id: row.id,
  ...show(row),
  resourceId: row.resource_id,
  organisation: row.organisation_name,
  issuedAt: row.issued_at.toISOString(),
  showsName: row.shows_name,
});
