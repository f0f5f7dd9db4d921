// Where in a game one looks: a ply, or always the last one while the game goes on.
export class Cursor {
  private at = $state<number | null>(null);

  constructor(private readonly length: () => number) {}

  get ply(): number {
    return this.at === null ? this.length() : Math.min(this.at, this.length());
  }

  get follows(): boolean {
    return this.at === null || this.at >= this.length();
  }

  to(ply: number): void {
    const bounded = Math.max(0, Math.min(ply, this.length()));
    this.at = bounded === this.length() ? null : bounded;
  }

  step(by: number): void {
    this.to(this.ply + by);
  }

  // Answers whether the key was one of ours.
  key(name: string): boolean {
    if (name === 'ArrowLeft') this.step(-1);
    else if (name === 'ArrowRight') this.step(1);
    else if (name === 'Home' || name === 'ArrowUp') this.to(0);
    else if (name === 'End' || name === 'ArrowDown') this.to(this.length());
    else return false;
    return true;
  }
}
