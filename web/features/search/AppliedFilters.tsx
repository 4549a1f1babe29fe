import { Chip } from '../../ui/Chip.tsx';
import { principleNames } from '../../ui/shapes.ts';
import { accessTypeNames, phaseNames, roleNames, typeNames } from '../catalogue/display.ts';
import type { BrowseControl } from './BrowseFilters.tsx';
import { narrowed } from './browse-display.ts';

/** Each ticked box as a chip that takes it away again. */
export function AppliedFilters({ query, onChange }: BrowseControl) {
  const without = <Value,>(values: Value[], value: Value) => values.filter((one) => one !== value);
  const applied = [
    ...query.type.map((value) => ({ name: typeNames[value], change: { type: without(query.type, value) } })),
    ...query.accessType.map((value) => ({
      name: accessTypeNames[value],
      change: { accessType: without(query.accessType, value) },
    })),
    ...query.rappPrinciples.map((value) => ({
      name: principleNames[value],
      change: { rappPrinciples: without(query.rappPrinciples, value) },
    })),
    ...query.rappImplementationPhase.map((value) => ({
      name: phaseNames[value].name,
      change: { rappImplementationPhase: without(query.rappImplementationPhase, value) },
    })),
    ...query.roleAffiliations.map((value) => ({
      name: roleNames[value],
      change: { roleAffiliations: without(query.roleAffiliations, value) },
    })),
  ];
  if (applied.length === 0) return null;
  return (
    <ul aria-label="Applied filters" className="flex min-w-0 flex-wrap gap-2 lg:justify-end">
      {applied.map(({ name, change }) => (
        <li key={name} className="min-w-0">
          <Chip removeLabel={`Remove filter ${name}`} onRemove={() => onChange(narrowed(query, change))}>
            {name}
          </Chip>
        </li>
      ))}
    </ul>
  );
}
