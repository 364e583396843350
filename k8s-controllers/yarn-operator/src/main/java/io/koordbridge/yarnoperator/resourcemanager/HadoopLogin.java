package io.koordbridge.yarnoperator.resourcemanager;

import org.jspecify.annotations.Nullable;

/**
 * As whom the operator talks to YARN.
 *
 * @param user name under simple authentication, null for the process's user
 * @param principal Kerberos principal, null without Kerberos
 * @param keytab file of the principal's key, null without Kerberos
 */
public record HadoopLogin(
        @Nullable String user,
        @Nullable String principal,
        @Nullable String keytab) {

    public static final HadoopLogin PROCESS_USER = new HadoopLogin(null, null, null);

    public HadoopLogin {
        if ((principal == null) != (keytab == null)) {
            throw new IllegalArgumentException(
                    "hadoop.principal = '" + principal + "', hadoop.keytab = '" + keytab + "': Kerberos needs both");
        }
    }
}
