import { useQuery } from '@tanstack/react-query';
import {
  Check,
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
import type { RappPhase, RappPrinciple, Resource, RoleAffiliation } from '#contract/catalogue.ts';
import { usePageState } from '../../platform/page-state.ts';
import { PrincipleMark } from '../../ui/PrincipleMark.tsx';
import { principleNames } from '../../ui/shapes.ts';
import { TabPanel, Tabs } from '../../ui/Tabs.tsx';
import { onlineProductQuery } from '../access/api.ts';
import { type DetailTab, detailSearch, keysOf, linesOf, phaseNames, principleAims, roleNames } from './display.ts';
import { VideoPanel } from './VideoPanel.tsx';

const tabs: { value: DetailTab; label: string }[] = [
  { value: 'description', label: 'DESCRIPTION' },
  { value: 'applicability', label: 'APPLICABILITY' },
  { value: 'video', label: 'INSTRUCTIONAL VIDEO' },
];

/** The details of a resource in three tabs (DETAIL-09). */
export function DetailTabs({ resource }: { resource: Resource }) {
  const [state, change] = usePageState(detailSearch);
  return (
    <Tabs
      label="About this resource"
      tabs={tabs}
      value={state.tab}
      onValueChange={(value) => change({ ...state, tab: detailSearch.parameters.tab([value]) }, { replace: true })}
      className="min-w-0 max-sm:[&>[role=tablist]]:gap-3.5! max-sm:[&_[role=tab]]:text-xs!"
    >
      <TabPanel value="description" className="max-w-168 pt-6">
        <DescriptionPanel resource={resource} />
      </TabPanel>
      <TabPanel value="applicability" className="max-w-168 pt-6">
        <ApplicabilityPanel resource={resource} />
      </TabPanel>
      <TabPanel value="video" className="pt-6">
        <VideoPanel resource={resource} />
      </TabPanel>
    </Tabs>
  );
}

/** About This Tool for online tools, then the resource's own lines (DETAIL-10). */
function DescriptionPanel({ resource }: { resource: Resource }) {
  const productId = resource.type === 'online_tool' ? resource.onlineProductId : null;
  const { data: product } = useQuery({ ...onlineProductQuery(productId ?? 0), enabled: productId !== null });
  const about = linesOf(product?.description ?? '');
  const lines = linesOf(resource.description);
  if (about.length === 0 && lines.length === 0) return <p>No description available.</p>;
  return (
    <div className="flex flex-col gap-8">
      {about.length > 0 ? (
        <section>
          <h2 className="mb-2">About This Tool</h2>
          {about.map((line) => (
            <p key={line} className="mt-2 first-of-type:mt-0">
              {line}
            </p>
          ))}
        </section>
      ) : null}
      {lines.length > 0 ? (
        <section>
          <h2 className="mb-2">Additional Information</h2>
          <DescriptionLines lines={lines} />
        </section>
      ) : null}
    </div>
  );
}

/** A single line is a paragraph; with several lines the first introduces a list of the others. */
function DescriptionLines({ lines: [first, ...points] }: { lines: string[] }) {
  return (
    <>
      <p>{first}</p>
      {points.length > 0 ? (
        <ul className="mt-3 flex flex-col gap-2.5">
          {points.map((point) => (
            <li key={point} className="flex gap-3">
              <span className="mt-2.25 size-1.5 flex-none rotate-45 bg-responsible" />
              <span className="min-w-0">{point}</span>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}

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

/** The phases, roles and principles of a resource (DETAIL-11). */
function ApplicabilityPanel({ resource }: { resource: Resource }) {
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

/** All four phases in a row, with the ones that apply marked. */
function Phases({ applying }: { applying: RappPhase[] }) {
  return (
    <ol className="grid grid-cols-2 gap-x-2 gap-y-4 sm:grid-cols-4">
      {keysOf(phaseNames).map((phase) => {
        const applies = applying.includes(phase);
        return (
          <li
            key={phase}
            className={`border-t-4 pt-3 text-sm ${applies ? 'border-primary' : 'border-border text-muted-foreground'}`}
          >
            <span className="block text-xs font-semibold">{phaseNames[phase].step}</span>
            <span className="block">{phaseNames[phase].name}</span>
            {applies ? (
              <span className="mt-1 flex items-center gap-1.5 text-xs font-semibold text-primary">
                <Check size={14} />
                Applies
              </span>
            ) : (
              <span className="sr-only">Does not apply</span>
            )}
          </li>
        );
      })}
    </ol>
  );
}

function Roles({ roles }: { roles: RoleAffiliation[] }) {
  return (
    <ul className="grid gap-x-6 gap-y-2.5 text-sm sm:grid-cols-2">
      {roles.map((role) => {
        const Icon = roleIcons[role];
        return (
          <li key={role} className="flex items-center gap-2.5">
            <Icon size={18} className="text-muted-foreground" />
            {roleNames[role]}
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
  return (
    <ul className="grid gap-3 sm:grid-cols-2">
      {principles.map((principle) => (
        <li key={principle} className={`flex gap-3 rounded-md px-4 py-3.5 text-sm ${tiles[principle]}`}>
          <span className="mt-1">
            <PrincipleMark principle={principle} size={14} />
          </span>
          <span>
            <b className="block font-semibold">{principleNames[principle]}</b>
            {principleAims[principle]}
          </span>
        </li>
      ))}
    </ul>
  );
}
