import {
  ClipboardList,
  Compass,
  Cpu,
  Landmark,
  type LucideIcon,
  Package,
  Presentation,
  Scale,
  ScrollText,
  User,
  Users,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { RappPhase, RappPrinciple, ResourceSummary, RoleAffiliation } from '#contract/catalogue/catalogue.ts';
import { PrincipleMark } from '#web/ui/PrincipleMark.tsx';
import { useWords } from '#web/ui/words.ts';
import { keysOf } from './display.ts';

const roleIcons: Record<RoleAffiliation, LucideIcon> = {
  executive_leader: Presentation,
  people_capability_lead: Users,
  technical_lead_ai_ml_data: Cpu,
  legal_risk_compliance: Scale,
  end_user_frontline_staff: User,
  policy_public_interest_lead: Landmark,
  product_service_owner: Package,
  policy_lead: ScrollText,
  technical_lead: Compass,
  project_manager: ClipboardList,
};

type ApplicabilityProps = {
  resource: Pick<ResourceSummary, 'rappImplementationPhase' | 'roleAffiliations' | 'rappPrinciples'>;
};

/** Phases, roles and principles of a resource (DETAIL-11). */
export function Applicability({ resource }: ApplicabilityProps) {
  const { rappImplementationPhase: phases, roleAffiliations: roles, rappPrinciples: principles } = resource;
  return (
    <div className="flex flex-col gap-8">
      <Part title="Implementation phases" isEmpty={phases.length === 0}>
        <Phases applying={phases} />
      </Part>
      <Part title="Target roles" isEmpty={roles.length === 0}>
        <Roles roles={roles} />
      </Part>
      <Part title="Principles" isEmpty={principles.length === 0}>
        <Principles principles={principles} />
      </Part>
    </div>
  );
}

function Part({ title, isEmpty, children }: { title: string; isEmpty: boolean; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-3">{title}</h2>
      {isEmpty ? <p className="text-muted-foreground">Not specified for this resource.</p> : children}
    </section>
  );
}

/** The phases that apply, in their order: "Phase 1: Discover & Assess". */
function Phases({ applying }: { applying: RappPhase[] }) {
  const { phases } = useWords();
  return (
    <ol className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
      {keysOf(phases)
        .filter((phase) => applying.includes(phase))
        .map((phase) => {
          const { step, name, description } = phases[phase];
          return (
            <li key={phase} className="border-t-4 border-primary pt-3 text-sm">
              <span className="font-semibold">{`${step}: ${name}`}</span>
              <Description text={description} />
            </li>
          );
        })}
    </ol>
  );
}

/** The publisher's description of a phase or a role; the default ones have none. */
function Description({ text }: { text: string | null }) {
  return text === null ? null : <span className="mt-0.5 block text-xs text-muted-foreground">{text}</span>;
}

function Roles({ roles }: { roles: RoleAffiliation[] }) {
  const words = useWords();
  return (
    <ul className="grid gap-x-6 gap-y-2.5 text-sm sm:grid-cols-2">
      {roles.map((role) => {
        const Icon = roleIcons[role];
        return (
          <li key={role} className="flex items-center gap-2.5">
            <Icon size={18} className="flex-none text-muted-foreground" />
            <span>
              {words.roles[role].name}
              <Description text={words.roles[role].description} />
            </span>
          </li>
        );
      })}
    </ul>
  );
}

const tiles: Record<RappPrinciple, string> = {
  responsible: 'bg-responsible-soft text-responsible-text',
  adaptive: 'bg-adaptive-soft text-adaptive-text',
  people_centred: 'bg-people-soft text-people-text',
  purpose_driven: 'bg-purpose-soft text-purpose-text',
};

function Principles({ principles }: { principles: RappPrinciple[] }) {
  const words = useWords();
  return (
    <ul className="grid gap-3 sm:grid-cols-2">
      {principles.map((principle) => (
        <li key={principle} className={`flex gap-3 rounded-md px-4 py-3.5 text-sm ${tiles[principle]}`}>
          <span className="mt-1">
            <PrincipleMark principle={principle} size={14} />
          </span>
          <span>
            <b className="block font-semibold">{words.principles[principle].name}</b>
            {words.principles[principle].aim}
          </span>
        </li>
      ))}
    </ul>
  );
}
