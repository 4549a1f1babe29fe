import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { BadgeCheck, BadgeX, CalendarClock } from 'lucide-react';
import type { ReactNode } from 'react';
import { longDay } from '#contract/dates.ts';
import type { PublicCertificate } from '#contract/learning/learning-certificates.ts';
import { publicParams } from '#contract/pages/storefront.endpoints.ts';
import { sharedBadgePath, sharedPicturePath } from '#web/learning/badges/api.ts';
import { BadgeCheck as BadgeFileCheck } from '#web/learning/badges/BadgeCheck.tsx';
import { checkLine, verdictOf } from '#web/learning/learning/certificate-display.ts';
import { usePortalConfig } from '#web/platform/config.ts';
import { isNotFound, sentenceOf } from '#web/platform/errors.ts';
import { usePage } from '#web/platform/page.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { classes } from '#web/ui/classes.ts';
import { Field } from '#web/ui/Field.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';
import { useHeadingFocus } from '#web/ui/PageHeading.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { TextLink } from '#web/ui/TextLink.tsx';
import { publicCertificate } from './api.ts';
import { PublicFrame } from './PublicFrame.tsx';

/** Page that shows anyone with a certificate's code whether the certificate is valid (LEARN-04). */
export function CertificateScreen() {
  const { code } = useParams({ from: '/verify/$code' });
  const query = useQuery(publicCertificate(code));
  return (
    <PublicFrame current="none">
      <div className={certificateWidth}>
        <Loaded
          query={query}
          skeleton={<Loading />}
          instead={(error) => isNotFound(error) && <Unknown />}
          headingLevel={1}
          failure="The certificate could not be checked"
          safe={sentenceOf(query.error)}
        >
          {(certificate) => <Shown certificate={certificate} />}
        </Loaded>
      </div>
    </PublicFrame>
  );
}

/** Page where anyone can check a certificate by its code (LEARN-04), or the file of a badge (BADGE-03). */
export function VerifyScreen() {
  const title = 'Check a certificate';
  const heading = useHeadingFocus(title);
  usePage(title);
  return (
    <PublicFrame current="none">
      <div className={certificateWidth}>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <p className="mt-2 max-w-152 text-muted-foreground">
          Each certificate of completion has a code. It says whether the certificate is valid, and for which resource.
        </p>
        <CodeForm label="Code" className="mt-8" />
        <CertificateLimits />
        <BadgeFileCheck className="mt-10" />
      </div>
    </PublicFrame>
  );
}

function Loading() {
  return (
    <div data-testid="skeleton">
      <p role="status" className="sr-only">
        Checking the certificate
      </p>
      <Skeleton className="h-32 w-full rounded-lg!" />
      <Skeleton className="mt-4 h-80 w-full rounded-lg!" />
    </div>
  );
}

/** Text for a code without a certificate, the same for every wrong code. */
function Unknown() {
  const title = 'No certificate has this code';
  const heading = useHeadingFocus(title);
  usePage(title);
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <p className="mt-2 max-w-152 text-muted-foreground">
        Compare the code with the certificate, letter by letter: capital and small letters differ.
      </p>
      <CodeForm label="Code" className="mt-8" />
    </>
  );
}

const icons = { valid: BadgeCheck, expired: CalendarClock, revoked: BadgeX };

function Shown({ certificate }: { certificate: PublicCertificate }) {
  const { title, sentence, look } = verdictOf(certificate);
  const heading = useHeadingFocus(title);
  const Icon = icons[certificate.state];
  usePage(title);
  return (
    <>
      <Card isPadded={false} className="overflow-hidden">
        <div className={`flex items-center gap-4 p-5 lg:p-6 ${look}`}>
          <span className="flex-none rounded-full bg-card p-3">
            <Icon size={32} />
          </span>
          <div className="min-w-0">
            <h1 ref={heading} tabIndex={-1}>
              {title}
            </h1>
            <p>{sentence}</p>
          </div>
        </div>
        <FactList certificate={certificate} />
      </Card>
      <CertificateLimits />
      <CodeForm label="Check another certificate" className="mt-10" />
    </>
  );
}

function FactList({ certificate }: { certificate: PublicCertificate }) {
  const { state, name, completedAt, version, validUntil, code, hasBadge } = certificate;
  const { publisher } = usePortalConfig();
  const check = checkLine(certificate);
  const hidden = state === 'revoked' ? 'Deleted with the account' : 'Hidden by the holder';
  return (
    <dl className="px-5 py-2 lg:px-6">
      <Fact name="Name">
        {name === null ? (
          <span className="font-normal text-muted-foreground">{hidden}</span>
        ) : (
          <span translate="no">{name}</span>
        )}
      </Fact>
      <Fact name="Completed">
        <ResourceName certificate={certificate} />
      </Fact>
      <Fact name="On">{longDay(completedAt)}</Fact>
      <Fact name="Version">{version}</Fact>
      {check ? <Fact name="Knowledge check">{check}</Fact> : null}
      {state === 'valid' && validUntil ? <Fact name="Valid until">{longDay(validUntil)}</Fact> : null}
      {publisher ? <Fact name="Published by">{publisher}</Fact> : null}
      <Fact name="Code">
        <code translate="no" className="font-mono text-sm wrap-anywhere">
          {code}
        </code>
      </Fact>
      {hasBadge ? (
        <Fact name="Badge">
          <span className="flex flex-wrap gap-x-5 gap-y-1">
            <TextLink href={sharedPicturePath(code)} download>
              Download picture
            </TextLink>
            <TextLink href={sharedBadgePath(code)} download>
              Download JSON
            </TextLink>
          </span>
        </Fact>
      ) : null}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-1 border-b border-border py-3.5 last:border-0 lg:grid-cols-[15rem_minmax(0,1fr)]">
      <dt className="text-muted-foreground">{name}</dt>
      <dd className="font-medium wrap-anywhere tabular-nums">{children}</dd>
    </div>
  );
}

/** Title at the time of the certificate, as a link where the resource has a public page. */
function ResourceName({ certificate: { resource, resourceId } }: { certificate: PublicCertificate }) {
  if (resourceId === null) return <>{resource}</>;
  return (
    <Link
      to="/catalogue/$id/$slug"
      params={publicParams({ id: resourceId, title: resource })}
      className="font-semibold text-primary underline underline-offset-3"
    >
      {resource}
    </Link>
  );
}

/** Form for the code of a certificate; works without script. */
function CodeForm({ label, className }: { label: string; className?: string }) {
  return (
    <form action="/verify" className={classes('print:hidden', className)}>
      <div className="grid items-end gap-3 lg:grid-cols-[minmax(0,1fr)_auto]">
        <Field label={label}>
          <TextInput
            name="code"
            required
            placeholder="22 characters from the certificate"
            autoComplete="off"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
          />
        </Field>
        <Button type="submit" variant="outline">
          Check
        </Button>
      </div>
    </form>
  );
}

function CertificateLimits() {
  return (
    <p className="mt-5 text-sm text-muted-foreground">
      A certificate shows that a person completed a resource. It is not a qualification and no proof of compliance with
      any law.
    </p>
  );
}

const certificateWidth = 'mx-auto w-full max-w-176 px-4 pt-6 lg:pt-10';
