package io.koordbridge.frame;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The token by which a replica shows others of its process that it is one of them. It is read each time, because the kubelet renews it.
 *
 * @param file absent when there is no such token
 */
record PeerToken(@Nullable String file) implements Supplier<Optional<String>> {

    static final PeerToken NONE = new PeerToken(null);

    @Override
    public Optional<String> get() {
        if (file == null || file.isBlank()) {
            return Optional.empty();
        }
        try {
            return Optional.of(Files.readString(Path.of(file)).strip()).filter(token -> !token.isEmpty());
        } catch (IOException e) {
            // As without a token: this replica answers for itself.
            return Optional.empty();
        }
    }
}
