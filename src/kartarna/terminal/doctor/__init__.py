"""What a set-up needs, looked at piece by piece: `kartarna doctor`."""
