import { ArrowLeft, ArrowRight, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { type NavigationGroup, NavigationGroups, NavigationList, type NavigationListProps } from './AppShell.tsx';
import { Sheet } from './Sheet.tsx';

export type NavigationSheetProps = Omit<NavigationListProps, 'onFollow'> & {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
};

/**
 * Navigation as a sheet, below 1024 px: the member's menu or the menu in groups, which comes first on its own screens.
 * Heavy: load it when it is first opened.
 */
export function NavigationSheet({ isOpen, onOpenChange, entries }: NavigationSheetProps) {
  return (
    <Sheet isOpen={isOpen} onOpenChange={onOpenChange} title="Navigation">
      <Menus entries={entries} onFollow={() => onOpenChange(false)} />
    </Sheet>
  );
}

/** Mounted with each opening, so that the first menu is that of the current screen. */
function Menus({ entries, onFollow }: NavigationListProps) {
  const groups = entries.find((entry) => entry.groups)?.groups;
  const [isInGroups, setIsInGroups] = useState(groups !== undefined && hasActive(groups));
  if (!groups) return <NavigationList entries={entries} onFollow={onFollow} />;
  if (isInGroups) {
    return (
      <>
        <SwitchButton label="Member menu" Icon={ArrowLeft} onClick={() => setIsInGroups(false)} />
        <nav aria-label="Administration">
          <NavigationGroups groups={groups} onFollow={onFollow} className="min-h-10" />
        </nav>
      </>
    );
  }
  return (
    <>
      <SwitchButton label="Administration menu" Icon={ArrowRight} onClick={() => setIsInGroups(true)} />
      <NavigationList entries={entries.map(({ groups: _, ...entry }) => entry)} onFollow={onFollow} />
    </>
  );
}

const hasActive = (groups: readonly NavigationGroup[]) =>
  groups.some(({ entries }) => entries.some(({ isActive }) => isActive));

type SwitchButtonProps = { label: string; Icon: LucideIcon; onClick: () => void };

/**
 * Button that shows the other menu. It is the first control below the title in both menus, so the focus stays in its
 * place.
 */
function SwitchButton({ label, Icon, onClick }: SwitchButtonProps) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="mb-2 flex min-h-11 w-full items-center gap-2.5 border-b border-sidebar-border px-3 text-sm font-semibold text-primary"
    >
      <Icon size={16} />
      {label}
    </button>
  );
}
