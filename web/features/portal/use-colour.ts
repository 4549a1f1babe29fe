import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { colourOf, type SettingsValues } from './display.ts';

const pauseMilliseconds = 150;

/** The colour that the preview shows: the form's once it has rested, as a colour picker reports each step of a drag. */
export function useColour(): string | null {
  const typed = useWatch<SettingsValues, 'brandColour'>({ name: 'brandColour' });
  const wanted = colourOf(typed);
  const isReady = wanted !== null || !typed;
  const [colour, setColour] = useState(wanted);
  useEffect(() => {
    if (!isReady) return;
    const timer = setTimeout(() => setColour(wanted), pauseMilliseconds);
    return () => clearTimeout(timer);
  }, [wanted, isReady]);
  return colour;
}
