import { Link } from '@tanstack/react-router';
import { Check, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Dashboard } from '#contract/pages/dashboard.ts';
import { shortDate } from '#web/dates.ts';
import { useMember } from '#web/identity/accounts/api.ts';
import { useResendVerification } from '#web/identity/accounts/profile-api.ts';
import { lengthText } from '#web/learning/assessment/length-display.ts';
import { useClock } from '#web/platform/clock.ts';
import { Card } from '#web/ui/Card.tsx';
import { classes } from '#web/ui/classes.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { TextButton, textLinkClasses } from '#web/ui/TextLink.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { asksRole } from './display.ts';
import { useChangeFirstSteps } from './steps-api.ts';

type Step = { title: string; note: string; isDone: boolean; action: ReactNode };

/**
 * The member's first steps, done and open ones. The dashboard shows them until all are done or the member hides them
 * (DASH-15).
 */
export function FirstSteps({ dashboard }: { dashboard: Dashboard }) {
  const member = useMember();
  const { timeZone } = useClock();
  const resend = useResendVerification();
  const change = useChangeFirstSteps();
  // The pressed button is gone with the list.
  const moveFocus = () =>
    document.querySelector<HTMLElement>('#role-question, #role, #free, #resources-heading')?.focus();
  const hide = () => change.mutateAsync({ hidesFirstSteps: true }).then(moveFocus, () => undefined);
  const { assessment, hasOpened } = dashboard;
  const steps: Step[] = [
    { title: 'Create your account', note: shortDate(member.createdAt, timeZone), isDone: true, action: null },
    {
      title: 'Verify your address',
      note: member.emailVerified ? member.email : `The link is in the email to ${member.email}`,
      isDone: member.emailVerified,
      action: <TextButton onClick={() => resend.mutate()}>Send again</TextButton>,
    },
    {
      title: 'Say what you work on',
      note: 'Two questions, kept in your profile',
      isDone: member.roleAffiliation !== null || member.goal !== null,
      action: asksRole(member) ? (
        <TextButton onClick={() => document.querySelector<HTMLElement>('#role-question')?.focus()}>
          Answer<VisuallyHidden> the two questions below</VisuallyHidden>
        </TextButton>
      ) : (
        <Link to="/profile" className={textLinkClasses}>
          Open<VisuallyHidden> my profile</VisuallyHidden>
        </Link>
      ),
    },
    ...(assessment.resource
      ? [
          {
            title: 'Take the readiness assessment',
            note: lengthText,
            isDone: assessment.latest !== null,
            action: (
              <Link to="/my-plan" className={textLinkClasses}>
                Open<VisuallyHidden> my plan</VisuallyHidden>
              </Link>
            ),
          },
        ]
      : []),
    {
      title: 'Open your first resource',
      note: dashboard.free ? `${dashboard.free.total} are free` : 'Any resource you have access to',
      isDone: hasOpened,
      action: (
        <Link to="/browse" search={{ accessType: ['free'] }} className={textLinkClasses}>
          Browse<VisuallyHidden> free resources</VisuallyHidden>
        </Link>
      ),
    },
  ];
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <Card className="min-w-0">
      <section aria-labelledby="first-steps">
        <div className="flex items-center justify-between gap-3">
          <h2 id="first-steps">First steps</h2>
          <IconButton label="Hide first steps" className="-mr-2.5" icon={<X size={18} />} onClick={() => void hide()} />
        </div>
        <div aria-hidden="true" className="mt-2 mb-2 flex gap-1">
          {steps.map(({ title }, index) => (
            <span
              key={title}
              className={classes('h-1 flex-1 rounded-full', index < done ? 'bg-progress' : 'bg-progress-track')}
            />
          ))}
        </div>
        <p className="text-xs text-muted-foreground tabular-nums">
          {done} of {steps.length} done
        </p>
        <ul className="lines-between">
          {steps.map((step) => (
            <StepRow key={step.title} step={step} />
          ))}
        </ul>
      </section>
    </Card>
  );
}

function StepRow({ step: { title, note, isDone, action } }: { step: Step }) {
  return (
    <li className="flex items-center gap-3 py-2.5">
      <span
        className={classes(
          'grid size-5 flex-none place-items-center rounded-full border-[1.5px]',
          isDone ? 'border-primary bg-primary text-primary-foreground' : 'border-input',
        )}
      >
        {isDone ? <Check size={14} /> : null}
      </span>
      <span className="min-w-0 flex-1">
        <span className={classes('block text-sm', isDone ? 'text-muted-foreground' : 'font-semibold')}>
          {isDone ? <VisuallyHidden>Done: </VisuallyHidden> : null}
          {title}
        </span>
        <span className={classes('block text-xs text-muted-foreground wrap-anywhere', isDone && 'max-sm:hidden')}>
          {note}
        </span>
      </span>
      {isDone ? null : action}
    </li>
  );
}
