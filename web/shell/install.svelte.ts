/** The browser's offer to install the app: kept until somebody wants it, never shown unasked. */

interface InstallOffer extends Event {
  prompt(): Promise<{ outcome: "accepted" | "dismissed" }>;
}

class TheInstallation {
  #offer = $state.raw<InstallOffer | null>(null);

  get offered(): boolean {
    return this.#offer !== null;
  }

  listen(): void {
    addEventListener("beforeinstallprompt", (event) => {
      event.preventDefault();
      this.#offer = event as InstallOffer;
    });
    addEventListener("appinstalled", () => (this.#offer = null));
  }

  async install(): Promise<void> {
    const offer = this.#offer;
    this.#offer = null; // it can be used once
    await offer?.prompt();
  }
}

export const installation = new TheInstallation();
