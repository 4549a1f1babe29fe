import { useQuery } from '@tanstack/react-query';
import { AccessTypeIcon } from '../../ui/AccessLabel.tsx';
import { FilterGroup, FoldedFilterGroup } from '../../ui/FilterGroup.tsx';
import { PrincipleMark, rappPrincipleOrder } from '../../ui/PrincipleMark.tsx';
import { principleNames } from '../../ui/shapes.ts';
import { accessTypeNames, keysOf, phaseNames, roleNames } from '../catalogue/display.ts';
import { browseCounts } from './api.ts';
import { type BrowseQuery, narrowed, typeOptions, withCounts } from './browse-display.ts';

/** A query and the way to change it. */
export type BrowseControl = {
  query: BrowseQuery;
  /** `replace` changes the present entry of the browser's history instead of making a new one. */
  onChange: (query: BrowseQuery, options?: { replace?: boolean }) => void;
};

const accessTypeOptions = keysOf(accessTypeNames).map((value) => ({
  value,
  label: accessTypeNames[value],
  icon: <AccessTypeIcon accessType={value} />,
}));

const principleOptions = rappPrincipleOrder.map((value) => ({
  value,
  label: principleNames[value],
  icon: <PrincipleMark principle={value} />,
}));

const phaseOptions = keysOf(phaseNames).map((value) => ({ value, label: phaseNames[value].name }));

const roleOptions = keysOf(roleNames).map((value) => ({ value, label: roleNames[value] }));

/** The three groups of checkboxes (BROWSE-02) and two folded ones, beside the results and in the sheet of narrow screens. */
export function BrowseFilters({ query, onChange }: BrowseControl) {
  // The filters work without counts, so a failure shows no message.
  const { data: counts } = useQuery(browseCounts(query));
  return (
    <div>
      <FilterGroup
        legend="Type"
        options={withCounts(typeOptions(query.type, counts?.type), counts?.type)}
        selected={query.type}
        onChange={(type) => onChange(narrowed(query, { type }))}
      />
      <FilterGroup
        legend="Access type"
        options={withCounts(accessTypeOptions, counts?.accessType)}
        selected={query.accessType}
        onChange={(accessType) => onChange(narrowed(query, { accessType }))}
      />
      <FilterGroup
        legend="RAPP principles"
        options={withCounts(principleOptions, counts?.rappPrinciples)}
        selected={query.rappPrinciples}
        onChange={(rappPrinciples) => onChange(narrowed(query, { rappPrinciples }))}
      />
      <FoldedFilterGroup
        legend="Implementation phase"
        options={withCounts(phaseOptions, counts?.rappImplementationPhase)}
        selected={query.rappImplementationPhase}
        onChange={(rappImplementationPhase) => onChange(narrowed(query, { rappImplementationPhase }))}
      />
      <FoldedFilterGroup
        legend="Role"
        options={withCounts(roleOptions, counts?.roleAffiliations)}
        selected={query.roleAffiliations}
        onChange={(roleAffiliations) => onChange(narrowed(query, { roleAffiliations }))}
      />
    </div>
  );
}
