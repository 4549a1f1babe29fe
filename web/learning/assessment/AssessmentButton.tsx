import { Link } from '@tanstack/react-router';
import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import type { OwnAssessment } from '#contract/learning/assessment.ts';
import { lazyDialog } from '#web/platform/lazy-dialog.ts';
import { Button } from '#web/ui/Button.tsx';
import { type ButtonVariant, buttonClasses } from '#web/ui/button-classes.ts';
import { useOpenQuestions } from './api.ts';
import { isUnfinished } from './plan-display.ts';

type Tool = NonNullable<OwnAssessment['resource']>;

const confirmDialog = lazyDialog(async () => (await import('#web/ui/ConfirmDialog.tsx')).ConfirmDialog);

/** Button that opens the questions in the same tab; without access it links to the resource that gives access. */
export function AssessmentButton({ tool, variant }: { tool: Tool; variant?: ButtonVariant }) {
  const opening = useOpenQuestions(tool.id);
  if (!tool.hasAccess) {
    return (
      <Link to="/resource/$id" params={{ id: String(tool.id) }} className={buttonClasses({ variant })}>
        See the assessment
      </Link>
    );
  }
  return (
    <Button variant={variant} isBusy={opening.isPending} onClick={() => opening.mutate({ isRetake: false })}>
      {tool.percent > 0 ? 'Continue the assessment' : 'Start the assessment'}
    </Button>
  );
}

type RetakeButtonProps = { tool: Tool; variant: ButtonVariant; isBlock?: boolean };

/** Button that begins the questions again once the member has confirmed it (PLAN-05). */
export function RetakeButton({ tool, variant, isBlock }: RetakeButtonProps) {
  const [isAsking, setIsAsking] = useState(false);
  const opening = useOpenQuestions(tool.id);
  return (
    <>
      <Button variant={variant} isBlock={isBlock} onClick={() => setIsAsking(true)} {...confirmDialog.near}>
        <RotateCw size={16} />
        Retake assessment
      </Button>
      <confirmDialog.Dialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title="Retake the assessment?"
        description={
          'The questions start without answers. Your results and the plan are kept.' +
          (isUnfinished(tool) ? ` The answers you have saved since (${tool.percent}%) are removed.` : '')
        }
        confirmLabel="Start again"
        tone="primary"
        isBusy={opening.isPending}
        onConfirm={() => opening.mutate({ isRetake: true })}
      />
    </>
  );
}
