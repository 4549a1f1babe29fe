import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { lazyDialog } from '../platform/lazy-dialog.ts';
import { isSearchKey } from './search-key.ts';

const globalSearch = lazyDialog(async () => (await import('./GlobalSearch.tsx')).GlobalSearch);

const whereKeysType =
  'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable="true"], [role="dialog"], [role="menu"]';

/** Button that opens the search over everything, also by "/" and Ctrl or ⌘ K (NAV-17). */
export function SearchButton() {
  const [isOpen, setIsOpen] = useState(false);
  const [text, setText] = useState('');

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const isTyping = event.target instanceof Element && event.target.closest(whereKeysType) !== null;
      if (event.defaultPrevented || !isSearchKey(event, isTyping)) return;
      event.preventDefault();
      setIsOpen(true);
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);

  // Text typed before the search box has the focus belongs to the box: while its code loads, or while the screen behind
  // it renders and takes the focus for a moment.
  useEffect(() => {
    if (!isOpen) return;
    function keep(event: KeyboardEvent) {
      const { key, target, ctrlKey, metaKey } = event;
      if (key.length > 1 || ctrlKey || metaKey || (target as Element).closest(whereKeysType)) return;
      setText((before) => before + key);
      event.preventDefault();
      event.stopPropagation();
    }
    document.addEventListener('keydown', keep, true);
    return () => {
      setText('');
      document.removeEventListener('keydown', keep, true);
    };
  }, [isOpen]);

  return (
    <>
      <button
        type="button"
        {...globalSearch.near}
        aria-keyshortcuts="/ Control+K Meta+K"
        onClick={() => setIsOpen(true)}
        className="flex min-h-10 items-center gap-2.5 rounded-md px-2.5 text-sm text-muted-foreground hover:bg-muted lg:w-64 lg:border lg:border-input lg:bg-card pointer-coarse:min-h-11"
      >
        <Search size={18} className="flex-none" />
        <span className="flex-1 text-left max-lg:sr-only">Search everything</span>
        <span aria-hidden="true" className="rounded-xs border border-border bg-muted px-1.5 text-xs max-lg:hidden">
          /
        </span>
      </button>
      <globalSearch.Dialog isOpen={isOpen} onOpenChange={setIsOpen} text={text} onTextChange={setText} />
    </>
  );
}
