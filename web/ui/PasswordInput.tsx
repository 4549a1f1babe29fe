import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { TextInput, type TextInputProps } from './TextInput.tsx';
import { VisuallyHidden } from './VisuallyHidden.tsx';

/** Password field with a button that shows and hides the characters. */
export function PasswordInput(props: Omit<TextInputProps, 'type' | 'trailing'>) {
  const [isShown, setIsShown] = useState(false);
  const toggle = (
    <button
      type="button"
      className="-mr-1.5 grid size-9 place-items-center rounded-sm hover:text-foreground"
      onClick={() => setIsShown(!isShown)}
    >
      {isShown ? <EyeOff size={18} /> : <Eye size={18} />}
      <VisuallyHidden>{isShown ? 'Hide password' : 'Show password'}</VisuallyHidden>
    </button>
  );
  return (
    <TextInput
      autoCapitalize="none"
      spellCheck={false}
      {...props}
      type={isShown ? 'text' : 'password'}
      trailing={toggle}
    />
  );
}
