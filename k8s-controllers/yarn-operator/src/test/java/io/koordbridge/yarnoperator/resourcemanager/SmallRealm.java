package io.koordbridge.yarnoperator.resourcemanager;

import io.koordbridge.lab.process.FreePorts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import org.apache.kerby.kerberos.kerb.KrbException;
import org.apache.kerby.kerberos.kerb.server.KdcConfigKey;
import org.apache.kerby.kerberos.kerb.server.SimpleKdcServer;

/** A realm with a KDC of this JVM, whose Kerberos it becomes. */
final class SmallRealm implements AutoCloseable {

    private static final String REALM = "EXAMPLE.ORG";

    private static final String KRB5_CONF = "java.security.krb5.conf";

    private final Path directory;
    private final SimpleKdcServer kdc;

    SmallRealm(Path directory, Duration ticket) throws KrbException, IOException {
        this.directory = directory;
        kdc = new SimpleKdcServer();
        kdc.setWorkDir(directory.toFile());
        kdc.setKdcRealm(REALM);
        kdc.setKdcHost("localhost");
        kdc.setAllowUdp(false);
        kdc.setKdcTcpPort(FreePorts.find(1).get(0));
        kdc.getKdcConfig().setLong(KdcConfigKey.MAXIMUM_TICKET_LIFETIME, ticket.toSeconds());
        kdc.getKdcConfig().setLong(KdcConfigKey.MINIMUM_TICKET_LIFETIME, 1L);
        kdc.init();
        kdc.start();
        // The KDC takes its own away with it when it stops.
        Path conf = Files.copy(directory.resolve("krb5.conf"), directory.resolve("kept-krb5.conf"));
        System.setProperty(KRB5_CONF, conf.toString());
    }

    static String principal(String name) {
        return name + "@" + REALM;
    }

    /** A principal of this name with new keys, and its key table. */
    Path keyTable(String name) throws KrbException, IOException {
        String principal = principal(name);
        if (kdc.getKadmin().getPrincipals().contains(principal)) {
            kdc.deletePrincipal(principal);
        }
        kdc.createPrincipal(principal);
        Path fresh = Files.createTempFile(directory, "fresh", ".keytab");
        Files.delete(fresh);
        kdc.exportPrincipal(principal, fresh.toFile());
        Path table = directory.resolve(name.replace('/', '-') + ".keytab");
        return Files.move(fresh, table, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }

    void forget(String name) throws KrbException {
        kdc.deletePrincipal(principal(name));
    }

    void stopKdc() throws KrbException {
        kdc.stop();
    }

    @Override
    public void close() throws KrbException {
        System.clearProperty(KRB5_CONF);
        kdc.stop();
    }
}
