import { NavigationList, type NavigationListProps } from './AppShell.tsx';
import { Sheet } from './Sheet.tsx';

export type NavigationSheetProps = Omit<NavigationListProps, 'onFollow'> & {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
};

/** The navigation as a sheet, below 1024 px. Heavy: load it when it is first opened. */
export function NavigationSheet({ isOpen, onOpenChange, ...list }: NavigationSheetProps) {
  return (
    <Sheet isOpen={isOpen} onOpenChange={onOpenChange} title="Navigation">
      <NavigationList {...list} onFollow={() => onOpenChange(false)} />
    </Sheet>
  );
}
