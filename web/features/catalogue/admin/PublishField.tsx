import { Switch } from '../../../ui/Switch.tsx';
import { useResourceFields } from './use-resource-form.ts';

/** Whether members see the resource (ADM-RES-13, ADM-TOOL-03). */
export function PublishField({ label }: { label: 'Published' | 'Publish Resource' }) {
  const { register } = useResourceFields();
  return (
    <div className="rounded-lg border border-border px-4 py-2">
      <Switch label={label} description="Drafts are seen by administrators only." {...register('isPublished')} />
    </div>
  );
}
