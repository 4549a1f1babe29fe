import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowRight, Award } from 'lucide-react';
import { useState } from 'react';
import type { AttemptResult } from '#contract/learning/checks.ts';
import { dateAndTime } from '#web/dates.ts';
import { today } from '#web/platform/clock.ts';
import { lazyDialog } from '#web/platform/lazy-dialog.ts';
import { usePage } from '#web/platform/page.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { buttonClasses } from '#web/ui/button-classes.ts';
import { Card } from '#web/ui/Card.tsx';
import { useHeadingFocus } from '#web/ui/PageHeading.tsx';
import { textLinkClasses } from '#web/ui/TextLink.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { ConfirmReading } from '../learning/AssignmentNote.tsx';
import { resourceCertificateQuery } from '../learning/certificate-api.ts';
import { useRefreshResult, useStartCheck } from './api.ts';
import { BackBar, CheckFrame } from './CheckFrame.tsx';
import { attemptsLeftText, placeLink, placeName, questionsText, scoreText } from './check-display.ts';
import { ResultReview } from './ResultReview.tsx';
import { ScoreRing } from './ScoreRing.tsx';
import { OwnAttempts } from './StartPanel.tsx';

/** Result of an attempt: the score, what to read again, and the answers as far as the check shows them. */
export function ResultView({ result }: { result: AttemptResult }) {
  const { resourceId, title, passed, percent, passMark, handedInAt, isByServer, isRescored, unanswered } = result;
  const words = passed ? 'Passed' : 'Not passed yet';
  const heading = useHeadingFocus(`${words} ${result.id}`);
  const refreshResult = useRefreshResult();
  usePage(`${words}: ${title}`);
  return (
    <CheckFrame
      header={
        <BackBar resourceId={resourceId} title={title}>
          {dateAndTime(handedInAt)}
        </BackBar>
      }
    >
      <div className="flex flex-col gap-6">
        <section aria-labelledby="result-heading">
          <Card className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-4 lg:grid-cols-[auto_minmax(0,1fr)_auto] lg:items-center lg:gap-7 lg:p-7!">
            <ScoreRing percent={percent} passMark={passMark} />
            <div className="min-w-0">
              <h1 id="result-heading" ref={heading} tabIndex={-1} className="text-xl! lg:text-2xl!">
                {words}
              </h1>
              <p className="mt-1 max-w-136 text-muted-foreground tabular-nums">
                {scoreText(result)} {unanswered > 0 ? `${questionsText(unanswered)} had no answer.` : ''}
              </p>
              {passed ? null : (
                <p className="max-w-136 text-muted-foreground tabular-nums">{attemptsLeftText(result, today())}</p>
              )}
            </div>
            <div className="flex flex-col gap-2 max-lg:col-span-full">
              {passed ? <PassedActions result={result} /> : <FailedActions result={result} />}
            </div>
          </Card>
        </section>
        {isByServer ? <Banner>The time was over, so the answers that were saved before were handed in.</Banner> : null}
        {isRescored ? (
          <Banner>
            A question of this check was faulty and now counts as right for everybody. Your score was raised.
          </Banner>
        ) : null}
        {result.confirmations.map(({ assignmentId, organisation }) => (
          <Card key={assignmentId} className="flex flex-col gap-2">
            <h2 className="text-lg!">Confirm to complete it</h2>
            <p className="text-sm text-muted-foreground">
              {organisation} assigned “{title}” to you and asks for your confirmation.
            </p>
            <ConfirmReading assignmentId={assignmentId} title={title} onConfirmed={refreshResult} />
          </Card>
        ))}
        <ReadAgain result={result} />
        {result.review ? <ResultReview resourceId={resourceId} questions={result.review} /> : null}
        <OwnAttempts resourceId={resourceId} canContinue={result.attemptsLeft !== 0 || result.nextAttemptAt !== null} />
      </div>
    </CheckFrame>
  );
}

const certificateDialog = lazyDialog(async () => (await import('../learning/CertificateDialog.tsx')).CertificateDialog);

function PassedActions({ result: { resourceId, title } }: { result: AttemptResult }) {
  const [isOpen, setIsOpen] = useState(false);
  const { data } = useQuery(resourceCertificateQuery(resourceId));
  const certificate = data?.items[0];
  return (
    <>
      {certificate ? (
        <Button {...certificateDialog.near} onClick={() => setIsOpen(true)}>
          <Award size={16} />
          Certificate<VisuallyHidden> for {title}</VisuallyHidden>
        </Button>
      ) : null}
      <Link
        to="/resource/$id"
        params={{ id: String(resourceId) }}
        className={buttonClasses({ variant: certificate ? 'outline' : 'primary' })}
      >
        Back to the resource
      </Link>
      {isOpen && certificate ? (
        <certificateDialog.Dialog certificate={certificate} onClose={() => setIsOpen(false)} />
      ) : null}
    </>
  );
}

/** The first place to read again, and another attempt when one is possible. */
function FailedActions({ result }: { result: AttemptResult }) {
  const { resourceId, readAgain, nextAttemptAt, attemptsLeft } = result;
  const starting = useStartCheck(resourceId);
  const [first] = readAgain;
  return (
    <>
      {first ? (
        <Link {...placeLink(resourceId, first)} className={buttonClasses({})}>
          {first.kind === 'page' ? `Read page ${first.page} again` : 'Read it again'}
        </Link>
      ) : (
        <Link to="/resource/$id" params={{ id: String(resourceId) }} className={buttonClasses({})}>
          Read it again
        </Link>
      )}
      {nextAttemptAt === null && attemptsLeft !== 0 ? (
        <Button variant="outline" isBusy={starting.isPending} onClick={() => starting.mutate()}>
          Start another attempt
        </Button>
      ) : null}
    </>
  );
}

/** The places worth reading again as one list, which does not reveal the wrong questions (CHECK-01). */
function ReadAgain({ result: { resourceId, readAgain } }: { result: AttemptResult }) {
  if (readAgain.length === 0) return null;
  return (
    <section aria-labelledby="again-heading">
      <Card isPadded={false} className="overflow-hidden">
        <h2 id="again-heading" className="px-5 py-4 text-lg! lg:px-6">
          Worth reading again
        </h2>
        <ul>
          {readAgain.map((pointer) => (
            <li
              key={placeName(pointer)}
              className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-border px-5 py-3 text-sm lg:px-6"
            >
              {pointer.kind === 'page' ? (
                <span
                  aria-hidden="true"
                  className="grid h-14 w-11 flex-none place-items-center rounded-xs border border-border bg-background font-semibold tabular-nums"
                >
                  {pointer.page}
                </span>
              ) : null}
              <span className="min-w-0 flex-1 font-semibold wrap-anywhere">{placeName(pointer)}</span>
              <Link {...placeLink(resourceId, pointer)} className={`${textLinkClasses} pointer-coarse:min-h-11`}>
                Open<VisuallyHidden> {placeName(pointer)}</VisuallyHidden>
                <ArrowRight size={16} />
              </Link>
            </li>
          ))}
        </ul>
      </Card>
    </section>
  );
}
