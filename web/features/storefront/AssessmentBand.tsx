import { Link } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import { usePortalConfig } from '../../platform/config.ts';
import { buttonClasses } from '../../ui/button-classes.ts';
import { Card } from '../../ui/Card.tsx';

const steps = ['h-1/4', 'h-1/2', 'h-3/4', 'h-full'];

/** The way into the assessment for visitors who do not know where to start; absent while it is not public. */
export function AssessmentBand() {
  const { assessmentIsPublic } = usePortalConfig();
  if (!assessmentIsPublic) return null;
  return (
    <section aria-labelledby="start-with" className="pb-10 lg:pb-12">
      <Card className="flex flex-wrap items-center gap-x-6 gap-y-4">
        <span aria-hidden="true" className="flex h-11 flex-none items-end gap-0.75">
          {steps.map((height) => (
            <span key={height} className={`w-4.5 rounded-xs bg-progress ${height}`} />
          ))}
        </span>
        <div className="min-w-0 flex-1 basis-60">
          <h2 id="start-with" className="text-lg! leading-6!">
            Not sure where to start?
          </h2>
          <p className="text-pretty text-muted-foreground">
            Answer twelve questions and see which three steps would help most. About ten minutes, no account, nothing
            stored.
          </p>
        </div>
        <Link to="/assessment" className={buttonClasses({ variant: 'outline' })}>
          Take the readiness assessment
          <ArrowRight size={16} />
        </Link>
      </Card>
    </section>
  );
}
