package io.koordbridge.frame.reference;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes a page; {@code bin/config-reference} calls it. */
public final class ReferenceMain {

    private ReferenceMain() {}

    /**
     * Writes the page.
     *
     * @param args name of the process, class of its configuration, file
     */
    public static void main(String[] args) throws IOException, ReflectiveOperationException {
        if (args.length != 3) {
            throw new IllegalArgumentException("usage: ReferenceMain PROCESS CLASS FILE");
        }
        Object defaults = Class.forName(args[1]).getDeclaredConstructor().newInstance();
        Files.writeString(Path.of(args[2]), ConfigurationPage.markdown(args[0], defaults));
    }
}
