// Short tones, made here: off until the user turns them on, and no files to load.
const kTones = { move: [440], capture: [330], end: [523, 392] };

export class Sounds {
  private context: AudioContext | null = null;

  play(kind: keyof typeof kTones): void {
    const context = (this.context ??= new AudioContext());
    kTones[kind].forEach((frequency, index) => {
      const start = context.currentTime + index * 0.16;
      const oscillator = context.createOscillator();
      const gain = context.createGain();
      oscillator.type = 'triangle';
      oscillator.frequency.value = frequency;
      gain.gain.setValueAtTime(0.12, start);
      gain.gain.exponentialRampToValueAtTime(0.001, start + 0.12);
      oscillator.connect(gain).connect(context.destination);
      oscillator.start(start);
      oscillator.stop(start + 0.13);
    });
  }
}
