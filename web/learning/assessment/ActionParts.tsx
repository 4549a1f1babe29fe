import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { RappPhase, RoleAffiliation } from '#contract/catalogue/catalogue.ts';
import type { HelpfulResource, RecommendedAction } from '#contract/learning/assessment.ts';
import { phaseLabel } from '#contract/words.ts';
import { shownPrice } from '#web/catalogue/catalogue/display.ts';
import { usePortalConfig } from '#web/platform/config.ts';
import { Badge, type BadgeTone } from '#web/ui/Badge.tsx';
import { Price } from '#web/ui/Price.tsx';
import { PrincipleLabel } from '#web/ui/PrincipleMark.tsx';
import { textLinkClasses } from '#web/ui/TextLink.tsx';
import { TypeIcon } from '#web/ui/TypeChip.tsx';
import { useWords } from '#web/ui/words.ts';
import { costNames, fitNotes } from './results-display.ts';

/**
 * Reason of an action, whether it holds back the overall level, its principle and its phase, in one line.
 * @param reason title of the question that the action belongs to, or a sentence with its level
 */
export function ActionFacts({ action, reason }: { action: Omit<RecommendedAction, 'entry'>; reason: ReactNode }) {
  const { phases } = useWords();
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted-foreground">
      <span>{reason}</span>
      {action.holdsBack ? <span className="font-semibold text-warning-text">Holds back your overall level</span> : null}
      <PrincipleLabel principle={action.principle} />
      <span className="text-xs">{phaseLabel(phases[action.phase])}</span>
    </div>
  );
}

export function HelpfulResources({ action }: { action: Pick<RecommendedAction, 'fit' | 'resources'> }) {
  const note = fitNotes[action.fit];
  return (
    <>
      {note ? <p className="mt-2 text-xs text-muted-foreground">{note}</p> : null}
      {action.resources.length > 0 ? (
        <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1.5">
          {action.resources.map((resource) => (
            <li key={resource.id} className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <Link to="/resource/$id" params={{ id: String(resource.id) }} className={`${textLinkClasses} text-left`}>
                <TypeIcon type={resource.type} size={16} />
                {resource.title}
              </Link>
              <Cost resource={resource} />
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}

const tones: Record<HelpfulResource['cost'], BadgeTone> = {
  owned: 'success',
  free: 'free',
  plan: 'subscription',
  price: 'neutral',
};

function Cost({ resource }: { resource: HelpfulResource }) {
  const { currency } = usePortalConfig();
  const name = costNames[resource.cost];
  if (name) return <Badge tone={tones[resource.cost]}>{name}</Badge>;
  const { amount, interval } = shownPrice(resource);
  return (
    <span className="text-sm">
      <Price amount={amount} currency={currency} interval={interval} />
    </span>
  );
}

export function PhaseName({ phase }: { phase: RappPhase }) {
  return <>{phaseLabel(useWords().phases[phase])}</>;
}

export function RoleName({ role }: { role: RoleAffiliation }) {
  return <>{useWords().roles[role].name}</>;
}
