package io.koordbridge.frame.tls;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Optional;
import java.util.function.Supplier;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/** Shows in each handshake what there is at that moment; without a key no handshake succeeds. */
final class CurrentKeyManager extends X509ExtendedKeyManager {

    private final Supplier<Optional<ServedKey>> current;

    CurrentKeyManager(Supplier<Optional<ServedKey>> current) {
        this.current = current;
    }

    @Override
    public @Nullable String chooseEngineServerAlias(String keyType, Principal @Nullable [] issuers, SSLEngine engine) {
        return alias(keyType);
    }

    @Override
    public @Nullable String chooseServerAlias(String keyType, Principal @Nullable [] issuers, Socket socket) {
        return alias(keyType);
    }

    /** The serial number, so that key and chain of one handshake are of the same pair. */
    private @Nullable String alias(String keyType) {
        return current.get()
                .filter(served -> served.key().getAlgorithm().equals(keyType))
                .map(CurrentKeyManager::alias)
                .orElse(null);
    }

    private static String alias(ServedKey served) {
        return served.chain().get(0).getSerialNumber().toString();
    }

    private Optional<ServedKey> served(String alias) {
        return current.get().filter(served -> alias(served).equals(alias));
    }

    @Override
    public X509Certificate @Nullable [] getCertificateChain(String alias) {
        return served(alias)
                .map(served -> served.chain().toArray(X509Certificate[]::new))
                .orElse(null);
    }

    @Override
    public @Nullable PrivateKey getPrivateKey(String alias) {
        return served(alias).map(ServedKey::key).orElse(null);
    }

    @Override
    public String @Nullable [] getServerAliases(String keyType, Principal @Nullable [] issuers) {
        String alias = alias(keyType);
        return alias == null ? null : new String[] {alias};
    }

    @Override
    public String @Nullable [] getClientAliases(String keyType, Principal @Nullable [] issuers) {
        return null;
    }

    @Override
    public @Nullable String chooseClientAlias(String[] keyType, Principal @Nullable [] issuers, Socket socket) {
        return null;
    }
}
