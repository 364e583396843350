package io.koordbridge.sloconfig.reference;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes the page; {@code bin/config-reference} calls it. */
public final class ReferenceMain {

    private ReferenceMain() {}

    /**
     * Writes the page.
     *
     * @param args the file
     */
    public static void main(String[] args) throws IOException {
        if (args.length != 1) {
            throw new IllegalArgumentException("usage: ReferenceMain FILE");
        }
        Files.writeString(Path.of(args[0]), ReferencePage.markdown());
    }
}
