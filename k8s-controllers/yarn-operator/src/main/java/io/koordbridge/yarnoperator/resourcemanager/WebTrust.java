package io.koordbridge.yarnoperator.resourcemanager;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;

/** Trusted certificates of Hadoop's web servers: {@code ssl.client.truststore.*} of ssl-client.xml. */
final class WebTrust {

    private static final String LOCATION = "ssl.client.truststore.location";
    private static final String PASSWORD = "ssl.client.truststore.password";
    private static final String TYPE = "ssl.client.truststore.type";

    private WebTrust() {}

    /**
     * By a file of this name beside the others.
     *
     * @return null where there is none or it names no store: then the JVM's own count
     */
    static @Nullable SSLContext of(Path sslClient) {
        if (!Files.isRegularFile(sslClient)) {
            return null;
        }
        Configuration configuration = new Configuration(false);
        configuration.addResource(new org.apache.hadoop.fs.Path(sslClient.toUri()));
        String location = configuration.getTrimmed(LOCATION, "");
        if (location.isEmpty()) {
            return null;
        }
        try (InputStream file = Files.newInputStream(Path.of(location))) {
            char[] password = configuration.getPassword(PASSWORD);
            KeyStore store = KeyStore.getInstance(configuration.getTrimmed(TYPE, "jks"));
            store.load(file, password == null || password.length == 0 ? null : password);
            TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            managers.init(store);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, managers.getTrustManagers(), null);
            return context;
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalArgumentException(
                    LOCATION + " = '" + location + "' in " + sslClient + ": want a trust store that can be read, " + e,
                    e);
        }
    }
}
