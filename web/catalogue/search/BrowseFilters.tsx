import { type ReactNode, useRef } from 'react';
import type { ResourceCounts } from '#contract/catalogue/search.ts';
import { AccessTypeIcon } from '#web/ui/AccessLabel.tsx';
import { FilterGroup, FoldedFilterGroup } from '#web/ui/FilterGroup.tsx';
import { PrincipleMark, rappPrincipleOrder } from '#web/ui/PrincipleMark.tsx';
import { TextButton } from '#web/ui/TextLink.tsx';
import { useWords } from '#web/ui/words.ts';
import { accessTypeNames, keysOf } from '../catalogue/display.ts';
import { type BrowseQuery, filterCount, narrowed, typeOptions, withCounts, withoutFilters } from './browse-display.ts';

export type BrowseControl = {
  query: BrowseQuery;
  /** `replace` changes the current entry of the browser's history instead of adding one. */
  onChange: (query: BrowseQuery, options?: { replace?: boolean }) => void;
};

export type BrowseFiltersProps = BrowseControl & {
  /**
   * Number of resources that each value would find. The filters work without the counts, so a failure shows no message.
   */
  counts: ResourceCounts | undefined;
};

const accessTypeOptions = keysOf(accessTypeNames).map((value) => ({
  value,
  label: accessTypeNames[value],
  icon: <AccessTypeIcon accessType={value} />,
}));

const optionsOf = <Value extends string>(table: Record<Value, { name: string }>) =>
  keysOf(table).map((value) => ({ value, label: table[value].name }));

/**
 * Three groups of checkboxes (BROWSE-02) and two folded ones, beside the results and in the sheet of narrow screens.
 */
export function BrowseFilters({ query, onChange, counts }: BrowseFiltersProps) {
  const { principles, phases, roles } = useWords();
  const principleOptions = rappPrincipleOrder.map((value) => ({
    value,
    label: principles[value].name,
    icon: <PrincipleMark principle={value} />,
  }));
  return (
    <div>
      <FilterGroup
        legend="Type"
        name="type"
        options={withCounts(typeOptions(query.type, counts?.type), counts?.type)}
        selected={query.type}
        onChange={(type) => onChange(narrowed(query, { type }))}
      />
      <FilterGroup
        legend="Access type"
        name="accessType"
        options={withCounts(accessTypeOptions, counts?.accessType)}
        selected={query.accessType}
        onChange={(accessType) => onChange(narrowed(query, { accessType }))}
      />
      <FilterGroup
        legend="RAPP principles"
        name="rappPrinciples"
        options={withCounts(principleOptions, counts?.rappPrinciples)}
        selected={query.rappPrinciples}
        onChange={(rappPrinciples) => onChange(narrowed(query, { rappPrinciples }))}
      />
      <FoldedFilterGroup
        legend="Implementation phase"
        name="rappImplementationPhase"
        options={withCounts(optionsOf(phases), counts?.rappImplementationPhase)}
        selected={query.rappImplementationPhase}
        onChange={(rappImplementationPhase) => onChange(narrowed(query, { rappImplementationPhase }))}
      />
      <FoldedFilterGroup
        legend="Role"
        name="roleAffiliations"
        options={withCounts(optionsOf(roles), counts?.roleAffiliations)}
        selected={query.roleAffiliations}
        onChange={(roleAffiliations) => onChange(narrowed(query, { roleAffiliations }))}
      />
    </div>
  );
}

/** Filters beside the results. Narrow screens have them in a sheet, which is rendered when it is opened. */
export function FilterColumn({ query, onChange, children }: BrowseControl & { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  function clear() {
    onChange(withoutFilters(query));
    // The pressed button is gone, so the heading takes the focus.
    heading.current?.focus({ preventScroll: true });
  }
  return (
    <section
      aria-labelledby="filters-heading"
      className="sticky top-6 -m-1 flex max-h-[calc(100dvh-2rem)] flex-col gap-5 self-start overflow-y-auto p-1 max-lg:hidden"
    >
      <div className="flex min-h-8 items-center justify-between">
        <h2 ref={heading} id="filters-heading" tabIndex={-1} className="text-lg! leading-6!">
          Filters
        </h2>
        {filterCount(query) > 0 ? <TextButton onClick={clear}>Clear all filters</TextButton> : null}
      </div>
      {children}
    </section>
  );
}
