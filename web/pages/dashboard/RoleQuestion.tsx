import { Check } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { type Goal, type MemberRole, memberRoles } from '#contract/interests.ts';
import { keysOf } from '#web/catalogue/catalogue/display.ts';
import { goalNames } from '#web/identity/accounts/interest-display.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { useWords } from '#web/ui/words.ts';
import { useChangeFirstSteps, useSaveInterest } from './steps-api.ts';

/** Question about the member's role and goal, which can be skipped (DASH-14). */
export function RoleQuestion() {
  const { roles } = useWords();
  const [role, setRole] = useState<MemberRole | null>(null);
  const [goal, setGoal] = useState<Goal | null>(null);
  const [isRejected, setIsRefused] = useState(false);
  const isAnswered = useRef(false);
  const saving = useSaveInterest();
  const change = useChangeFirstSteps();
  // When the question is answered or skipped, it disappears, and the focus moves to the resources below.
  useEffect(
    () => () => {
      if (isAnswered.current) document.querySelector<HTMLElement>('#role, #free, #resources-heading')?.focus();
    },
    [],
  );

  function submit(event: FormEvent) {
    event.preventDefault();
    if (role === null && goal === null) return setIsRefused(true);
    isAnswered.current = true;
    saving.mutate({ roleAffiliation: role, goal });
  }

  function skip() {
    isAnswered.current = true;
    change.mutate({ skipsRoleQuestion: true });
  }

  return (
    <Card className="min-w-0">
      <form aria-labelledby="role-question" noValidate onSubmit={submit}>
        <h2 id="role-question" tabIndex={-1}>
          What should we show first?
        </h2>
        <p className="mt-1 text-sm text-muted-foreground">You can change your answers in your profile.</p>
        <div className="mt-4 flex flex-col gap-4 lg:gap-6">
          <Choices legend="Your role">
            {memberRoles.map((value) => (
              <Choice key={value} name="role" isChosen={role === value} onChoose={() => setRole(value)}>
                {roles[value].name}
              </Choice>
            ))}
          </Choices>
          <Choices legend="What brings you here">
            {keysOf(goalNames).map((value) => (
              <Choice key={value} name="goal" isChosen={goal === value} onChoose={() => setGoal(value)}>
                {goalNames[value]}
              </Choice>
            ))}
          </Choices>
        </div>
        {isRejected && role === null && goal === null ? (
          <p role="alert" className="mt-4 text-sm text-danger-text">
            Choose a role or what brings you here, or skip the question.
          </p>
        ) : null}
        <div className="mt-4 flex flex-wrap gap-3 border-t border-border pt-4">
          <Button type="submit" isBusy={saving.isPending}>
            Show what fits
          </Button>
          <Button variant="ghost" isBusy={change.isPending} onClick={skip}>
            Skip for now
          </Button>
        </div>
      </form>
    </Card>
  );
}

function Choices({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-semibold">{legend}</legend>
      <div className="clear-both flex flex-wrap gap-x-2 gap-y-1.5">{children}</div>
    </fieldset>
  );
}

type ChoiceProps = { name: string; isChosen: boolean; onChoose: () => void; children: ReactNode };

function Choice({ name, isChosen, onChoose, children }: ChoiceProps) {
  return (
    <label className="relative inline-flex min-h-9 items-center gap-1.5 rounded-md border border-input bg-card px-3.5 text-sm hover:bg-accent has-checked:border-primary has-checked:bg-accent has-checked:font-semibold has-checked:text-accent-foreground has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-ring pointer-coarse:min-h-11">
      <input type="radio" name={name} checked={isChosen} onChange={onChoose} className="absolute inset-0 opacity-0" />
      {isChosen ? <Check size={14} /> : null}
      {children}
    </label>
  );
}
