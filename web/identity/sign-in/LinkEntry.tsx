import { useState } from 'react';
import { usePortalConfig } from '#web/platform/config.ts';
import { ApiError, sentenceOf } from '#web/platform/errors.ts';
import { LoadError } from '#web/ui/LoadError.tsx';
import { PhoneStrip, Promises } from './AuthFrame.tsx';
import { BareFrame } from './BareFrame.tsx';
import { CompanyJoin } from './CompanyJoin.tsx';
import { EntryForms, type EntryTab } from './EntryForms.tsx';
import { MailedPanel } from './OccasionPanel.tsx';
import { Confirmed, FixedMark } from './OccasionParts.tsx';
import { Opening } from './Opening.tsx';
import { type Opened, useOccasion } from './occasion-api.ts';
import type { Occasion } from './occasion-display.ts';

/** Signing in and registering by the link of an invitation or a gift (ENTRY-03). */
export function LinkEntry({ kind }: { kind: Occasion['kind'] }) {
  const { opened, isPending, isFetching, error, refetch } = useOccasion(kind);
  if (isPending) return <Opening />;
  const isShown = opened !== null && opened.occasion !== null;
  return (
    <BareFrame
      about={opened?.occasion ? <MailedPanel occasion={opened.occasion} /> : <Promises />}
      aboutOnPhones={isShown ? 'above' : 'hidden'}
      below={isShown ? null : <PhoneStrip />}
    >
      {error && !isRejection(error) ? (
        <LoadError
          headingLevel={1}
          title="The link could not be opened"
          description={sentenceOf(error)}
          isBusy={isFetching}
          onRetry={refetch}
        />
      ) : (
        <LinkForms opened={opened} problem={error ? sentenceOf(error) : null} />
      )}
    </BareFrame>
  );
}

/** Whether the portal rejected the link; after any other error, another try may open it. */
const isRejection = (error: Error) => error instanceof ApiError && (error.status === 404 || error.status === 400);

/** Forms for a mailed link. `other` is the open tab once the person uses an address other than that of the link. */
function LinkForms({ opened, problem }: { opened: Opened | null; problem: string | null }) {
  const { registration } = usePortalConfig();
  const [other, setOther] = useState<EntryTab | null>(null);
  const occasion = opened?.occasion;
  const company = occasion?.kind === 'invitation' ? occasion.opened.company : null;
  if (occasion?.kind === 'invitation' && company) {
    return <CompanyJoin invitation={occasion.opened} company={company} />;
  }
  const proof = other ? null : (opened?.proof ?? null);
  return (
    <EntryForms
      key={String(proof !== null)}
      proof={proof}
      fixed={proof && { mark: <FixedMark />, confirmed: <Confirmed>{proof.confirmed}</Confirmed> }}
      problem={problem ?? opened?.problem ?? null}
      mayRegister={proof !== null || registration !== 'invited'}
      first={proof ? (proof.hasAccount ? 'sign-in' : 'register') : other}
      onOther={setOther}
    />
  );
}
