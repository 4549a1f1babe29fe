import { OwnAssistants } from '../assistants/OwnAssistants.tsx';
import { ownKeys } from './api.ts';
import { KeysCard } from './KeysCard.tsx';
import '#web/ui/all-classes.css';

/** The member's own keys and assistants, a part of Settings (HOOK-05). */
export function OwnKeys() {
  return (
    <div className="flex flex-col gap-5 lg:gap-6">
      <KeysCard place={ownKeys} />
      <OwnAssistants />
    </div>
  );
}
