package io.koordbridge.yarnoperator.resourcemanager;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.jspecify.annotations.Nullable;

/** The user as which the operator calls the ports and web servers of one cluster. Logged in with the first use. */
final class HadoopUser {

    private final Configuration configuration;
    private final HadoopLogin login;
    private @Nullable UserGroupInformation user;

    HadoopUser(Configuration configuration, HadoopLogin login) {
        this.configuration = configuration;
        this.login = login;
    }

    synchronized UserGroupInformation get() throws IOException {
        UserGroupInformation known = user;
        if (known == null) {
            known = logIn();
            user = known;
        }
        return known;
    }

    private UserGroupInformation logIn() throws IOException {
        UserGroupInformation.setConfiguration(configuration);
        if (login.principal() != null && login.keytab() != null) {
            return UserGroupInformation.loginUserFromKeytabAndReturnUGI(login.principal(), login.keytab());
        }
        return login.user() == null
                ? UserGroupInformation.getCurrentUser()
                : UserGroupInformation.createRemoteUser(login.user());
    }
}
