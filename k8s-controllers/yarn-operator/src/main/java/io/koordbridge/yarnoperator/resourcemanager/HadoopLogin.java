package io.koordbridge.yarnoperator.resourcemanager;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * As whom the operator talks to YARN, and to the ZooKeeper of its ResourceManagers.
 *
 * @param user name under simple authentication, null for the process's user
 * @param principal Kerberos principal, null without Kerberos
 * @param keytab file of the principal's key, null without Kerberos
 * @param zooKeeperAuth file with scheme:data for ZooKeeper, null where Hadoop's files say it or nothing is needed
 */
public record HadoopLogin(
        @Nullable String user,
        @Nullable String principal,
        @Nullable String keytab,
        @Nullable String zooKeeperAuth) {

    private static final String KERBEROS = "kerberos";
    private static final String HOST = "_HOST";

    public static final HadoopLogin PROCESS_USER = new HadoopLogin(null, null, null, null);

    public HadoopLogin {
        if ((principal == null) != (keytab == null)) {
            throw new IllegalArgumentException(
                    "hadoop.principal = '" + principal + "', hadoop.keytab = '" + keytab + "': Kerberos needs both");
        }
        if (principal != null && user != null) {
            throw new IllegalArgumentException("hadoop.user = '" + user + "', hadoop.principal = '" + principal
                    + "': want one of them; with Kerberos the principal is the user");
        }
        if (principal != null && principal.contains(HOST)) {
            throw new IllegalArgumentException("hadoop.principal = '" + principal + "': " + HOST
                    + " stands for a server's name, want the principal as it is in the key table");
        }
    }

    /** Refuses files that are not there; without a key table Hadoop would want a password from a user. */
    void checkFiles() {
        checkFile("hadoop.keytab", keytab);
        checkFile("hadoop.zooKeeperAuth", zooKeeperAuth);
    }

    private static void checkFile(String key, @Nullable String file) {
        if (file != null && !Files.isReadable(Path.of(file))) {
            throw new IllegalArgumentException(key + " = '" + file + "': not a readable file");
        }
    }

    /** Refuses files of a cluster with which Hadoop would ignore the principal and call as the user of the process. */
    void checkAuthentication(String authentication, List<Path> files) {
        if (principal != null && !authentication.equals(KERBEROS)) {
            throw new IllegalArgumentException("hadoop.principal = '" + principal
                    + "': hadoop.security.authentication is " + authentication + " in " + files + ", want " + KERBEROS
                    + "; it belongs into core-site.xml, ID.core-site.xml of a further cluster");
        }
    }
}
